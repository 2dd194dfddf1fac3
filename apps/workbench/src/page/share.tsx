import { CopyButton } from '../elements/copy-button.tsx';
import { saveFile } from '../elements/save-file.ts';
import { addressFragment } from '../opening/kept-in-address.ts';
import { computedResults } from '../state/computed-results.ts';
import { files, heldPath, isBrought, ownName, said, setting, text } from '../state/workbench.ts';
import { dataBeside } from '../study/edit-calibration.ts';
import { fileName, isCopyName, namedFiles } from '../study/named-files.ts';
import { SaveReport } from './report.tsx';

/** How a study leaves the page: as a file, with its results, as a report, as a link. */
export function Share() {
  return (
    <>
      <button type="button" onClick={saveStudy}>
        Save study
      </button>
      <button type="button" onClick={saveResults}>
        Save results
      </button>
      <SaveReport />
      <CopyButton
        words="Copy link"
        what={`the link that carries this study${leavesData() ? '; the files it names do not travel in it' : ''}`}
        text={async () => `${location.origin}${location.pathname}${await addressFragment()}`}
      />
    </>
  );
}

/** Whether a link would leave data behind, as it does with those that are no example's. */
const leavesData = () => namedFiles(setting.value).some((name) => !isExampleFile(name));

const isExampleFile = (name: string): boolean => {
  const bytes = files.value.get(heldPath(name));
  return bytes !== undefined && !isBrought(bytes);
};

/** The study, and beside it the files of an example that it reads, or copies made here: what somebody brought is on their disk. */
function saveStudy(): void {
  const beside = namedFiles(setting.value).filter(
    (name) => isExampleFile(name) || (isCopyName(name) && files.value.has(heldPath(name))),
  );
  saveFile(fileName(ownName.value), 'application/yaml', dataBeside(text.value, beside));
  for (const name of beside)
    saveFile(fileName(name), 'text/csv', new Blob([new Uint8Array(files.value.get(heldPath(name))!)]));
  if (beside.length > 0)
    said.value = `${fileName(ownName.value)} is saved, and beside it ${beside.map(fileName).join(', ')}: the study reads it from its own folder.`;
}

/** One document by command, each as `--json` prints it, but for `elapsed`. */
function saveResults(): void {
  const study = ownName.value;
  const results = Object.entries(computedResults()).map(([command, result]) => [
    command,
    { ...result, study },
  ]);
  if (results.length === 0) {
    said.value = 'Nothing was computed for the study as it stands, so there are no results to save.';
    return;
  }
  const name = fileName(study).replace(/\.\w+$/, '');
  const text = JSON.stringify(Object.fromEntries(results), null, 2);
  saveFile(`${name}.results.json`, 'application/json', `${text}\n`);
}
