// `node clients/docs.ts [--check]`: writes the results of the last complete run of the clients (results.json) into the documentation, or
// fails if they differ.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/workspace.ts'
import { readReports } from './driver/reports-file.ts'
import { renderDocs } from './driver/render-docs.ts'

for (const [file, page] of renderDocs(readReports())) {
  const path = join(root, file)
  if (!process.argv.includes('--check')) writeFileSync(path, page)
  else if (readFileSync(path, 'utf8') !== page) {
    console.error(`FAILED: ${file} is not what clients/results.json says: run \`node clients/docs.ts\``)
    process.exitCode = 1
  }
}
