/** Events of webhooks besides the statuses of a resource. */
export const [CREATE_EVENT, UPDATE_EVENT, DELETE_EVENT] = ['create', 'update', 'delete'] as const;
export const webhookOperations = [CREATE_EVENT, UPDATE_EVENT, DELETE_EVENT] as const;
export type WebhookOperation = (typeof webhookOperations)[number];
