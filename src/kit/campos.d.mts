/** Os valores de um registro. No kit de um modelo, os campos dele, pelo nome. */
export type Valores = Readonly<Record<string, string | number | boolean | null>>;
