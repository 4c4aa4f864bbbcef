/** A new version may have replaced the files this page asks for, or the line is gone. */
export const Unreachable = () => (
  <p className="door-note" role="alert">Não foi possível carregar o portal. Confira a conexão e recarregue a página.</p>
);
