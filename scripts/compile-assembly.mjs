// Compiles an AssemblyScript file of the kernels, and what it imports, to WebAssembly.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const numerics = fileURLToPath(new URL('../packages/engine/src/numerics', import.meta.url));
const assembly = join(numerics, 'kernels/assembly');
// The elementary functions, the normal quantile and the covariance of steps are compiled from the engine's own sources, but for what they need of a
// double's bits.
const elementary = join(numerics, 'elementary');
const bits = { theirs: join(elementary, 'double-bits.ts'), ours: join(assembly, 'double-bits.ts') };

const flags = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert', '--runtime', 'stub'];
const features = ['--enable', 'simd', '--exportStart', 'start', '--use', 'abort='];

/** Everything that a compilation depends on, as texts. */
export function assemblySources() {
  const names = [assembly, elementary].flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => join(folder, name)),
  );
  const shared = ['normal-quantile.ts', 'step-covariance.ts'].map((name) => join(numerics, name));
  const files = [...names, ...shared].map((path) => [relative(numerics, path), readFileSync(path, 'utf8')]);
  return { options: [asc.version, flags, features], files };
}

/** The module's bytes; throws with the compiler's messages. */
export async function compileAssembly(entry) {
  let binary;
  const { error, stderr } = await asc.main(
    [entry, '--baseDir', assembly, '--outFile', 'module.wasm', ...flags, ...features],
    {
      readFile: (name, folder) => {
        const path = resolve(folder, name);
        if (!existsSync(path)) return null;
        const text = readFileSync(path === bits.theirs ? bits.ours : path, 'utf8');
        // AssemblyScript adds the ending of a file itself.
        return text.replaceAll(/(from '\..*)\.ts'/g, "$1'");
      },
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) binary = Buffer.from(contents);
      },
    },
  );
  if (error || !binary) throw new Error(`${entry} does not compile: ${error?.message}\n${stderr}`);
  return binary;
}
