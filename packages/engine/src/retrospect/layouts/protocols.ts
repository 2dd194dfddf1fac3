import { layoutKind } from '../fit/layout-kind.ts';

export const protocols = layoutKind({
  name: 'protocols',
  rank: 9,
  title: 'protocols',
  where: 'where the protocols of the study read: points and windows, each protocol under its own name',
  look: { colour: 'ochre', dash: '', mark: 'triangle', filled: false },
  named: true,
});
