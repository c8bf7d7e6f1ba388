/** Draws the shapes of all marks and icons once a page: `<use href="#…">` repeats them. */
export const Sprite = () => (
  <svg width="0" height="0" className="sprite" aria-hidden="true">
    <Marks />
    <Icons />
    <MoreIcons />
  </svg>
);

const Marks = () => (
  <>
    <symbol id="m-new" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
    </symbol>
    <symbol id="m-wait" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.3 2.02" />
    </symbol>
    <symbol id="m-run" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="5.9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M7 3.2A3.8 3.8 0 1 1 3.2 7H7z" fill="currentColor" />
    </symbol>
    <symbol id="m-ok" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="6.6" fill="currentColor" />
      <path
        d="M4 7.2l2.1 2.1L10 5.2"
        fill="none"
        stroke="var(--paper)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </symbol>
    <symbol id="m-fail" viewBox="0 0 14 14">
      <path d="M4.3.4h5.4l3.9 3.9v5.4l-3.9 3.9H4.3L.4 9.7V4.3z" fill="currentColor" />
      <path d="M4.8 4.8l4.4 4.4M9.2 4.8L4.8 9.2" stroke="var(--paper)" strokeWidth="1.6" strokeLinecap="round" />
    </symbol>
    <symbol id="m-inf" viewBox="0 0 14 14">
      <path d="M7-.3L14.3 7 7 14.3-.3 7z" fill="currentColor" />
      <path d="M7 3.9v3.6M7 9.9v.1" stroke="var(--paper)" strokeWidth="1.7" strokeLinecap="round" />
    </symbol>
    <symbol id="m-warn" viewBox="0 0 14 14">
      <path d="M7 .8l6.8 12.1H.2z" fill="currentColor" stroke="currentColor" strokeWidth=".8" strokeLinejoin="round" />
      <path d="M7 5v3.6M7 10.8v.1" stroke="var(--paper)" strokeWidth="1.6" strokeLinecap="round" />
    </symbol>
    <symbol id="m-box" viewBox="0 0 14 14">
      <path
        d="M1 2h12v3H1zM2 5h10v7.5H2zM5.2 7.6h3.6"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </symbol>
    <symbol id="m-out" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="5.9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path
        d="M7 4v5.4M4.8 7.4L7 9.6l2.2-2.2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </symbol>
    <symbol id="m-lock" viewBox="0 0 14 14">
      <path
        d="M2.5 6.3h9v6.4h-9zM4.4 6.3V4.2a2.6 2.6 0 0 1 5.2 0v2.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </symbol>
    <symbol id="m-q" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="5.9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path
        d="M5.3 5.5a1.7 1.7 0 1 1 2.4 1.6c-.5.3-.7.6-.7 1.1M7 10.2v.1"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
      />
    </symbol>
    <symbol id="m-pause" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="5.9" fill="none" stroke="currentColor" strokeWidth="1.4" />
      <path d="M5.6 5v4M8.4 5v4" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </symbol>
    <symbol id="m-info" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="6.6" fill="currentColor" />
      <path d="M7 6.4v3.8M7 3.9v.1" stroke="var(--paper)" strokeWidth="1.6" strokeLinecap="round" />
    </symbol>
    <symbol id="m-dot" viewBox="0 0 14 14">
      <circle cx="7" cy="7" r="3.4" fill="currentColor" />
    </symbol>
    <symbol id="w-both" viewBox="0 0 19 9">
      <path d="M.5.5h8v8h-8zM10.5.5h8v8h-8z" fill="currentColor" stroke="currentColor" />
    </symbol>
    <symbol id="w-dep" viewBox="0 0 19 9">
      <path d="M.5.5h8v8h-8z" fill="currentColor" stroke="currentColor" />
      <path d="M10.5.5h8v8h-8z" fill="none" stroke="currentColor" />
    </symbol>
    <symbol id="w-mets" viewBox="0 0 19 9">
      <path d="M.5.5h8v8h-8z" fill="none" stroke="currentColor" />
      <path d="M10.5.5h8v8h-8z" fill="currentColor" stroke="currentColor" />
    </symbol>
    <symbol id="w-extra" viewBox="0 0 19 9">
      <path d="M.5.5h8v8h-8z" fill="currentColor" stroke="currentColor" />
      <path d="M11 4.5h7" fill="none" stroke="currentColor" strokeWidth="1.2" />
    </symbol>
  </>
);

const Icons = () => (
  <>
    <symbol id="brand" viewBox="0 0 18 20">
      <path d="M4 0h14v20H4c-1.6-1.1-1.6-2.2 0-3.33s1.6-2.2 0-3.33-1.6-2.2 0-3.34 1.6-2.2 0-3.33-1.6-2.2 0-3.34S5.6 1.1 4 0z" />
      <path d="M8.2 6h6.2M8.2 10h6.2M8.2 14h4" stroke="var(--paper)" strokeWidth="1.5" fill="none" />
    </symbol>
    <symbol id="search" viewBox="0 0 16 16">
      <circle cx="7" cy="7" r="4.5" />
      <path d="M10.5 10.5L14 14" />
    </symbol>
    <symbol id="right" viewBox="0 0 16 16">
      <path d="M6.2 4.2L10 8l-3.8 3.8" />
    </symbol>
    <symbol id="down" viewBox="0 0 16 16">
      <path d="M4.2 6.2L8 10l3.8-3.8" />
    </symbol>
    <symbol id="up" viewBox="0 0 16 16">
      <path d="M4.2 9.8L8 6l3.8 3.8" />
    </symbol>
    <symbol id="folder" viewBox="0 0 16 16">
      <path d="M1.8 3.2h4l1.6 1.9h6.8v8H1.8z" />
    </symbol>
    <symbol id="file" viewBox="0 0 16 16">
      <path d="M3.5 1.8h5.6l3.4 3.4v9H3.5zM9 1.9v3.4h3.4" />
    </symbol>
    <symbol id="group" viewBox="0 0 16 16">
      <path d="M4.5 2h9v12h-9c-1.2-.9-1.2-1.7 0-2.4s1.2-1.6 0-2.4-1.2-1.6 0-2.4 1.2-1.6 0-2.4S5.7 2.8 4.5 2z" />
      <path d="M7.5 6h4M7.5 9h4" />
    </symbol>
    <symbol id="x" viewBox="0 0 16 16">
      <path d="M4 4l8 8M12 4l-8 8" />
    </symbol>
    <symbol id="plus" viewBox="0 0 16 16">
      <path d="M8 3v10M3 8h10" />
    </symbol>
    <symbol id="more" viewBox="0 0 16 16">
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />
    </symbol>
    <symbol id="save" viewBox="0 0 16 16">
      <path d="M8 2v8M4.6 7L8 10.4 11.4 7M2.5 13.8h11" />
    </symbol>
    <symbol id="copy" viewBox="0 0 16 16">
      <path d="M5.5 5.5h8v8h-8zM10.5 5.3V2.5h-8v8h2.8" />
    </symbol>
    <symbol id="cols" viewBox="0 0 16 16">
      <path d="M2 2.5h12v11H2zM6 2.5v11M10 2.5v11" />
    </symbol>
    <symbol id="theme" viewBox="0 0 16 16">
      <circle cx="8" cy="8" r="5.7" />
      <path d="M8 2.3a5.7 5.7 0 0 1 0 11.4z" fill="currentColor" />
    </symbol>
    <symbol id="swap" viewBox="0 0 16 16">
      <path d="M3 5.5h9M9.5 3L12 5.5 9.5 8M13 10.5H4M6.5 8L4 10.5 6.5 13" />
    </symbol>
  </>
);

const MoreIcons = () => (
  <>
    <symbol id="pause" viewBox="0 0 16 16">
      <path d="M5.5 3.5v9M10.5 3.5v9" />
    </symbol>
    <symbol id="dense" viewBox="0 0 16 16">
      <path d="M2.5 3.5h11M2.5 6.5h11M2.5 9.5h11M2.5 12.5h11" />
    </symbol>
    <symbol id="print" viewBox="0 0 16 16">
      <path d="M4.5 6V2.2h7V6M4.5 11.5H2.2V6h11.6v5.5h-2.3M4.5 9.5h7v4.3h-7z" />
    </symbol>
    <symbol id="link" viewBox="0 0 16 16">
      <path d="M6 3H3v10h10v-3M9 2.8h4.2V7M13 3L7.5 8.5" />
    </symbol>
    <symbol id="grip" viewBox="0 0 16 16">
      <path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" strokeWidth="2" />
    </symbol>
    <symbol id="play" viewBox="0 0 16 16">
      <path d="M5 3.2l8 4.8-8 4.8z" />
    </symbol>
    <symbol id="sound" viewBox="0 0 16 16">
      <path d="M2.5 6v4h2.6L8.5 13V3L5.1 6zM11 5.6a3.4 3.4 0 0 1 0 4.8M12.8 3.8a6 6 0 0 1 0 8.4" />
    </symbol>
    <symbol id="film" viewBox="0 0 16 16">
      <path d="M2 3h12v10H2zM5 3v10M11 3v10M2 6.3h3M2 9.7h3M11 6.3h3M11 9.7h3" />
    </symbol>
    <symbol id="image" viewBox="0 0 16 16">
      <path d="M2 3h12v10H2zM2 11l3.6-3.6 2.8 2.8 2-2L14 11.6M10.5 6h.01" />
    </symbol>
    <symbol id="minus" viewBox="0 0 16 16">
      <path d="M3 8h10" />
    </symbol>
    <symbol id="left" viewBox="0 0 16 16">
      <path d="M9.8 4.2L6 8l3.8 3.8" />
    </symbol>
    <symbol id="turn" viewBox="0 0 16 16">
      <path d="M12.8 6A5.2 5.2 0 1 0 13 9.6M13 2.6V6H9.6" />
    </symbol>
    <symbol id="full" viewBox="0 0 16 16">
      <path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10" />
    </symbol>
    <symbol id="undo" viewBox="0 0 16 16">
      <path d="M3 6.5h6.2a3.6 3.6 0 0 1 0 7.2H6M5.8 3.6L3 6.5l2.8 2.9" />
    </symbol>
    <symbol id="check" viewBox="0 0 16 16">
      <path d="M3 8.4l3.2 3.2L13 4.8" />
    </symbol>
    <symbol id="filter" viewBox="0 0 16 16">
      <path d="M2 4h12M4.5 8h7M6.8 12h2.4" />
    </symbol>
  </>
);
