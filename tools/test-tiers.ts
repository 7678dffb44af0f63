import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'
import { root } from './workspace.ts'

/** Reasons for slow test files that start neither a process nor a service. */
export const slowFor: Readonly<Record<string, string>> = {
  'apps/console/test/size.slow.test.ts': 'builds the page',
  'packages/converse/test/cuts.slow.test.ts': 'reads recorded streams from every byte',
  'packages/tongues/test/page.slow.test.ts': 'opens Chromium',
  'packages/tongues/test/reference.slow.test.ts': 'makes thousands of requests',
  'apps/gateway/test/video/sdk-videos.slow.test.ts': 'renders films',
  'tools/test/bundle-size.slow.test.ts': 'bundles packages',
  'tools/test/snippets.slow.test.ts': 'type-checks and runs the programs of pages',
  'packages/scripted-provider/test/google-images.slow.test.ts': 'renders pictures',
  'packages/scripted-provider/test/media-errors.slow.test.ts': 'sends pictures of 20 MB',
  'packages/scripted-provider/test/openai-images.slow.test.ts': 'renders pictures',
  'packages/interlingua/test/sdks.slow.test.ts': 'drives all SDKs over all pairs',
  'conformance/test/vendor-corpus.slow.test.ts': 'judges every recorded request for every vendor',
  'conformance/test/fuzz-frames.slow.test.ts': 'reads 20,000 frames of event streams',
  'conformance/test/stable-prefix.slow.test.ts': 'prints prompts of up to 60 requests over all pairs',
  'conformance/test/vendor-mcp.slow.test.ts': 'judges documents for every vendor',
  'conformance/test/growth.slow.test.ts': 'measures how work grows over all pairs and shapes',
  'apps/gateway/test/channels/compressed.slow.test.ts': 'measures memory',
  'apps/gateway/test/channels/memory.slow.test.ts': 'measures memory',
  'apps/gateway/test/channels/held-streams.slow.test.ts': 'waits for the time limits of streams over all pairs',
  'apps/gateway/test/converse.slow.test.ts': 'drives the AWS SDK over all upstreams',
  'apps/gateway/test/embeddings/sdk-ai.slow.test.ts': 'drives the AI SDK over all upstreams',
  'apps/gateway/test/images/demo-failures.slow.test.ts': 'renders pictures',
  'apps/gateway/test/images/predict.slow.test.ts': 'renders pictures',
  'apps/gateway/test/images/sdk-ai.slow.test.ts': 'renders pictures',
  'apps/gateway/test/images/sdk-openai.slow.test.ts': 'renders pictures',
  'apps/gateway/test/images/sizes.slow.test.ts': 'renders pictures',
  'apps/gateway/test/metering/sums.slow.test.ts': 'makes thousands of requests',
  'apps/gateway/test/sdk-messages-previous.slow.test.ts': 'repeats tests of the fast tier with an older SDK',
  'apps/gateway/test/pair-errors.slow.test.ts': 'drives all SDKs over all pairs',
  'apps/gateway/test/pairs.slow.test.ts': 'drives all SDKs over all pairs',
  'apps/gateway/test/pass-through-binary.slow.test.ts': 'cuts streams at every byte',
  'apps/gateway/test/review/hostile-images.slow.test.ts': 'renders pictures',
  'apps/gateway/test/review/results-of-images.slow.test.ts': 'renders pictures',
}

/**
 * Holds the names of test files to their tiers: files that start processes or services are `*.slow.test.ts`; `*.stores.test.ts` run over
 * SQLite and PostgreSQL, in both tiers; all others are fast. Imports within a test do not count, since stores start services so.
 */
export function checkTestTiers(base: string = root, known: Readonly<Record<string, string>> = slowFor): readonly string[] {
  const problems: string[] = []
  const files = globSync(['{packages,apps}/*/test/**/*.test.ts', '{conformance,tools}/test/**/*.test.ts'], { cwd: base })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
  const imports = new Map<string, readonly string[]>()
  for (const file of files) {
    const starts = startsWhat(join(base, file), imports)
    const reason = known[file]
    if (file.endsWith('.slow.test.ts')) {
      if (starts === undefined && reason === undefined)
        problems.push(`${file}: starts nothing, and tools/test-tiers.ts names no other reason for it to be slow`)
    } else if (starts !== undefined) problems.push(`${file}: reaches ${starts}, and is not called *.slow.test.ts`)
  }
  for (const file of Object.keys(known))
    if (!files.includes(file)) problems.push(`tools/test-tiers.ts: gives a reason for ${file}, which is not there`)
  return problems
}

/** Module that starts something, reached from a test file by imports among tests; `undefined` if none is. */
function startsWhat(file: string, imports: Map<string, readonly string[]>): string | undefined {
  const seen = new Set<string>()
  const queue = [resolve(file)]
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    const specifiers = imports.get(next) ?? importsOf(next)
    imports.set(next, specifiers)
    for (const specifier of specifiers) {
      if (specifier === 'node:child_process') return specifier
      if (!specifier.startsWith('.')) continue
      const target = resolve(dirname(next), specifier)
      const path = target.replaceAll('\\', '/')
      if (/\/test\//.test(path) && existsSync(target)) queue.push(target)
    }
  }
  return undefined
}

/** Modules that are loaded with the file; types are erased by then. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8')
  const { module } = parseSync(file, text)
  return module.staticImports
    .filter(({ start, end }) => !/^import\s+type\b/.test(text.slice(start, end)))
    .map(({ moduleRequest }) => moduleRequest.value)
}
