/** A counter, a ticket handed over it, and the day going on behind. Ours, drawn by hand; colours come from the page's theme. */
export const Illustration = () => (
  <svg viewBox="0 0 520 420" className="drawing" role="presentation" focusable="false">
    <circle className="drawing-halo" cx="262" cy="196" r="168" />
    {/* the wall: a window, a shelf with folders */}
    <g className="drawing-line" fill="none">
      <rect x="88" y="70" width="112" height="84" rx="10" />
      <path d="M144 70v84M88 112h112" />
      <path d="M330 150h120" />
    </g>
    <g className="drawing-soft">
      <rect x="342" y="102" width="16" height="46" rx="3" />
      <rect x="362" y="94" width="16" height="54" rx="3" />
      <rect x="386" y="108" width="14" height="40" rx="3" transform="rotate(9 393 148)" />
      <rect x="418" y="116" width="22" height="32" rx="6" />
    </g>
    <path className="drawing-leaf" d="M429 116c-2-22 6-36 18-42-1 18-4 32-15 42M428 116c0-16-8-28-20-32 2 14 8 26 17 32" />
    {/* the ticket */}
    <g transform="rotate(-7 260 210)">
      <path className="drawing-paper" d="M172 128h176a12 12 0 0 1 12 12v36a20 20 0 0 0 0 40v50H160v-50a20 20 0 0 0 0-40v-36a12 12 0 0 1 12-12z" />
      <g className="drawing-ink" fill="none">
        <path d="M190 158h74M190 182h120M190 206h96" />
        <path className="drawing-dash" d="M178 236h164" />
      </g>
      <circle className="drawing-stamp" cx="318" cy="160" r="17" />
      <path className="drawing-check" fill="none" d="m310 160 6 6 11-12" />
    </g>
    {/* the counter, with its bell */}
    <rect className="drawing-counter" x="52" y="266" width="416" height="26" rx="13" />
    <path className="drawing-front" d="M84 292h352v82a10 10 0 0 1-10 10H94a10 10 0 0 1-10-10z" />
    <g className="drawing-line" fill="none">
      <path d="M200 316v48M320 316v48" />
      <path d="M40 384h440" />
    </g>
    <path className="drawing-bell" d="M392 262a26 26 0 0 1 52 0z" />
    <path className="drawing-ink" fill="none" d="M418 236v-8M384 264h68" />
    <g className="drawing-soft">
      <rect x="88" y="244" width="58" height="8" rx="4" />
      <rect x="94" y="254" width="58" height="8" rx="4" />
    </g>
  </svg>
);
