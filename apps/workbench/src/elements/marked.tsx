/** A sentence in which fields of the study and commands stand between backquotes. */
export function Marked({ text }: { text: string }) {
  return <>{text.split('`').map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part))}</>;
}
