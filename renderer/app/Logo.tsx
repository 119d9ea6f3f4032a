/** The mark: a sextant's frame, arc and index arm. */
export function Logo() {
  return (
    <svg
      width="22"
      height="22"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M12 3.5 4.6 16.6M12 3.5l7.4 13.1" strokeWidth="1.2" />
      <path d="M2.6 16.2a18 18 0 0 0 18.8 0" strokeWidth="2.6" strokeLinecap="butt" />
      <path d="M12 3.5 15.6 21.5" strokeWidth="1.6" />
      <path d="M8.2 10.2h4.6" strokeWidth="1.2" />
      <circle cx="12" cy="3.5" r="1.7" fill="currentColor" stroke="none" />
    </svg>
  );
}
