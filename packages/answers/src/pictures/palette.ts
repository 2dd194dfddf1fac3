/**
 * The colours of every picture, and what each becomes on a dark page. A picture carries the light ones in its attributes,
 * so that it stands alone as a file; a page's style sheet turns them over. Told apart by lightness too, for greyscale.
 */
export const PALETTE = {
  ground: { light: '#fff', dark: '#16181c' },
  ink: { light: '#222', dark: '#e9e7e2' },
  muted: { light: '#666', dark: '#a3a7ad' },
  axis: { light: '#999', dark: '#7b8088' },
  rule: { light: '#e4e4e4', dark: '#2e3238' },
  thread: { light: '#ccc', dark: '#454a52' },
  black: { light: '#111111', dark: '#ffffff' },
  grey: { light: '#777777', dark: '#9aa0a8' },
  red: { light: '#b3400c', dark: '#f0936a' },
  blue: { light: '#1d5fa8', dark: '#7db4ee' },
  green: { light: '#2c7a55', dark: '#74c39c' },
  violet: { light: '#6b3fa0', dark: '#b897e6' },
  teal: { light: '#0f6f78', dark: '#6cc7cf' },
  ochre: { light: '#9a6b00', dark: '#e0b34c' },
  brown: { light: '#7a5230', dark: '#cfa27c' },
  /** Grounds of bands, behind lines of the same hue. */
  redBand: { light: '#f3d9cd', dark: '#4a2c1e' },
  blueBand: { light: '#d3e2f2', dark: '#1e344c' },
  greenBand: { light: '#d5e9df', dark: '#1f3a2d' },
  greyBand: { light: '#e9e9e9', dark: '#2a2d32' },
} as const;

type ColourName = keyof typeof PALETTE;

/** The light colours, by name. */
export const COLOUR = Object.fromEntries(
  Object.entries(PALETTE).map(([name, { light }]) => [name, light]),
) as Readonly<Record<ColourName, string>>;

const OF_PROTOCOLS = ['blue', 'green', 'violet', 'ochre', 'teal', 'brown', 'grey'] as const;

/** A protocol's colour wherever it is drawn, by its number in the study; red is left to thresholds. */
export const protocolColour = (number: number): string => COLOUR[OF_PROTOCOLS[number % OF_PROTOCOLS.length]!];

/** Rules that turn the colours of pictures inside `scope` over to the dark ones. */
export function darkPictures(scope = ''): string {
  return Object.values(PALETTE)
    .flatMap(({ light, dark }) =>
      ['fill', 'stroke'].map(
        (of) => `${scope} .picture [${of}="${light}"],${scope} .picture[${of}="${light}"]{${of}:${dark}}`,
      ),
    )
    .join('\n');
}
