/** Nights of drawn states, one a unit: each unit has its own share of deep sleep and of REM. The same ones every time. */
export function simulatedNights(units: number, epochs: number): { unit: string; states: string[] }[] {
  let seed = 11;
  const next = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: units }, (_, u) => {
    const [wake, deep] = [0.1 + 0.3 * next(), 0.1 + 0.3 * next()];
    let state = 'W';
    const states = Array.from({ length: epochs }, () => {
      if (next() < 0.25) {
        const drawn = next();
        state =
          drawn < wake ? 'W' : drawn < wake + deep ? 'N3' : drawn < 0.85 ? 'N2' : drawn < 0.97 ? 'R' : '?';
      }
      return state;
    });
    return { unit: `p${String(u + 1).padStart(2, '0')}`, states };
  });
}
