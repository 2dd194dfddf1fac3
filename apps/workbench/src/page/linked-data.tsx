import { signal, useSignalEffect } from '@preact/signals';
import { parsed, present } from '../state/workbench.ts';
import { digestOf, namedFiles, pathOf } from '../study/named-files.ts';

/** Files of a link's study that the page has, and that are not those its sender had. */
const others = signal<readonly string[]>([]);

/** What is to be known about the data of a study that came by a link: they do not travel in it. */
export function LinkedData() {
  const { name, files, sent } = present.value;
  useSignalEffect(() => void compare());
  if (!sent) return null;
  const missing = namedFiles(parsed.value.parts).filter((named) => !files.has(pathOf(name, named)));
  const different = others.value.filter((named) => files.has(pathOf(name, named)));
  if (missing.length + different.length === 0) return null;
  return (
    <div class="broken-link" role="alert">
      {missing.length > 0 && (
        <p>
          <strong>
            The study of this link reads {missing.join(', ')}, and data do not travel in a link.
          </strong>{' '}
          What its sender saw can be computed once you drop{' '}
          {missing.length === 1 ? 'that file' : 'those files'} anywhere on this page, or open{' '}
          {missing.length === 1 ? 'it' : 'them'} with “Open file”.
        </p>
      )}
      {different.length > 0 && (
        <p>
          <strong>{different.join(', ')} is not the file that the sender of this link had:</strong> the
          numbers below are of your file, and not those that the sender saw.
        </p>
      )}
    </div>
  );
}

async function compare(): Promise<void> {
  const study = present.value;
  const { name, files, sent } = study;
  const found: string[] = [];
  for (const [named, digest] of sent ?? []) {
    const bytes = files.get(pathOf(name, named));
    if (bytes && (await digestOf(bytes)) !== digest) found.push(named);
  }
  if (present.value === study && found.join('\n') !== others.value.join('\n')) others.value = found;
}
