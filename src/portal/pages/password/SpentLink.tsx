/** What a link that is not valid any more says, and the way to a new one. */
export const SpentLink = ({onForgot}: {onForgot: () => void}) => (
  <>
    <p className="door-note" role="status">
      Este link não vale mais: ele vale por pouco tempo, uma única vez, e um link mais novo toma o lugar dele.
    </p>
    <button type="button" className="door-button" onClick={onForgot}>Pedir um novo link</button>
  </>
);
