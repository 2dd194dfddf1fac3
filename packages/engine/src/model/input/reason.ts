/*
 * Why something cannot be used: one of the reasons that many places have in common, as plain data, or words of its own.
 * Nothing reads the sentence.
 */
export type Reason =
  | string
  | { readonly is: 'missing' }
  /** A field, a text, a list, a cell, a file. */
  | { readonly is: 'empty' | 'twice'; readonly what: string }
  /** 'a whole number', 'a length of time'; `of` names what is not. */
  | { readonly is: 'not'; readonly what: string; readonly of?: string }
  | { readonly is: 'too small' | 'too large' | 'too short' | 'too long'; readonly what: string }
  /** A name that nothing has: the one probably meant, or what to write instead. */
  | ({ readonly is: 'unknown'; readonly what: string; readonly name?: string } & Hint)
  /** What stands where something else is due. */
  | ({ readonly is: 'found' | 'misplaced'; readonly what: string } & Hint);

interface Hint {
  readonly meant?: string | undefined;
  readonly hint?: string | undefined;
}

export function reasonText(reason: Reason): string {
  if (typeof reason === 'string') return reason;
  switch (reason.is) {
    case 'missing':
      return 'this field is missing';
    case 'empty':
      return `${reason.what} is empty`;
    case 'twice':
      return `this ${reason.what} is listed twice`;
    case 'not':
      return `${reason.of ?? 'this'} is not ${reason.what}`;
    case 'unknown':
      return `no ${reason.what} ${reason.name ? `is called ${reason.name}` : 'has this name'}${hintText(reason)}`;
    case 'found':
      return `this is ${reason.what}${hintText(reason)}`;
    case 'misplaced':
      return `${reason.what} does not fit here${hintText(reason)}`;
    default:
      return `the ${reason.what} is ${reason.is}`;
  }
}

const hintText = ({ meant, hint = meant && `did you mean ${meant}?` }: Hint) => (hint ? `; ${hint}` : '');
