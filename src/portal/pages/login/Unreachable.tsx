/** What stands where the portal cannot: why, and what to do about it. */

/** A new version may have replaced the files this page asks for, or the line is gone. */
export const Unreachable = () => (
  <p className="door-note" role="alert">Não foi possível carregar o portal. Confira a conexão e recarregue a página.</p>
);

/** Without it nobody stays signed in, and nothing that was typed would survive a reload. */
export const StorageBlocked = () => (
  <p className="door-note" role="alert">
    O navegador está bloqueando os dados deste site, e sem eles não é possível entrar. Permita os cookies deste site e recarregue a página.
  </p>
);
