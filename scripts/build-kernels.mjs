// Compiles the AssemblyScript kernels and writes them as a TypeScript module, so that the engine can be loaded
// anywhere (Node, a page, a worker) without fetching or reading a file.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import asc from 'assemblyscript/asc';

const kernels = fileURLToPath(new URL('../packages/engine/src/numerics/kernels', import.meta.url));
const output = join(kernels, 'kernels-wasm.generated.ts');

const flags = ['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert', '--runtime', 'stub'];
const features = ['--enable', 'simd', '--exportStart', 'start', '--use', 'abort='];

const sources = readdirSync(join(kernels, 'assembly'))
  .filter((name) => name.endsWith('.ts'))
  .sort();
const hash = createHash('sha256').update(JSON.stringify([asc.version, flags, features]));
for (const name of sources) hash.update(name).update(readFileSync(join(kernels, 'assembly', name)));
const stamp = `// ${hash.digest('hex')}`;

if (!existsSync(output) || !readFileSync(output, 'utf8').startsWith(stamp)) {
  let binary;
  const { error, stderr } = await asc.main(
    ['index.ts', '--baseDir', join(kernels, 'assembly'), '--outFile', 'kernels.wasm', ...flags, ...features],
    {
      writeFile: (name, contents) => {
        if (name.endsWith('.wasm')) binary = Buffer.from(contents);
      },
    },
  );
  if (error || !binary) {
    console.error(`The kernels do not compile: ${error?.message}\n${stderr}`);
    process.exit(1);
  }
  writeFileSync(output, `${stamp}\nexport const wasmBase64 =\n  '${binary.toString('base64')}';\n`);
  console.error(`kernels: ${sources.length} AssemblyScript files -> ${binary.length} bytes of WebAssembly`);
}
