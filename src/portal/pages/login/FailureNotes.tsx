/** A chunk failed to load: the connection is lost, or a new version has replaced the files. */
export const LoadFailedNote = () => (
  <p className="door-note" role="alert">Não foi possível carregar o portal. Confira a conexão e recarregue a página.</p>
);

/** The browser blocks storage, without which neither session nor drafts survive a reload. */
export const StorageBlockedNote = () => (
  <p className="door-note" role="alert">
    O navegador está bloqueando os dados deste site, e sem eles não é possível entrar. Permita os cookies deste site e recarregue a página.
  </p>
);
