// Compiles the AssemblyScript kernels and writes them as a TypeScript module, so that the engine can be loaded
// anywhere (Node, a page, a worker) without fetching or reading a file.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assemblySources, compileAssembly } from './compile-assembly.mjs';

const output = fileURLToPath(
  new URL('../packages/engine/src/numerics/kernels/kernels-wasm.generated.ts', import.meta.url),
);
const sources = assemblySources();
const stamp = `// ${createHash('sha256').update(JSON.stringify(sources)).digest('hex')}`;

if (!existsSync(output) || !readFileSync(output, 'utf8').startsWith(stamp)) {
  try {
    const binary = await compileAssembly('index.ts');
    writeFileSync(output, `${stamp}\nexport const wasmBase64 =\n  '${binary.toString('base64')}';\n`);
    console.error(
      `kernels: ${sources.files.length} AssemblyScript files -> ${binary.length} bytes of WebAssembly`,
    );
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
