import type { LookedColumn } from '@sightline/data';

type Choice = (column: LookedColumn) => boolean;

/** Which columns of a table are for what, as far as it is said; others are taken one after the other, each once. */
export function columnRoles<Role extends string>(
  columns: readonly LookedColumn[],
  given: Partial<Record<Role, string>>,
) {
  const roles: Partial<Record<Role, string>> = { ...given };
  const isFree = ({ name }: LookedColumn) => name !== '' && !Object.values(roles).includes(name);
  return {
    roles,
    /** Gives a role to a free column: of the first choice that some column meets. */
    take(role: Role, ...choices: readonly Choice[]): void {
      if (role in given) return;
      for (const choice of choices) {
        const found = columns.find((one) => isFree(one) && choice(one));
        if (found) {
          roles[role] = found.name;
          return;
        }
      }
    },
    /** Without what is said to be no column at all. */
    taken: () =>
      Object.fromEntries(Object.entries(roles).filter(([, name]) => name)) as Partial<Record<Role, string>>,
  };
}
