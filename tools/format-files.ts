/** Words by which the files of a new format call it. */
export interface FormatNames {
  /** `acme-chat`: the folder, the package, the path, and the format's own id. */
  readonly id: string
  /** `acmeChat`: the adapter and the edge. */
  readonly name: string
  /** `Acme Chat`: for people. */
  readonly title: string
}

/** The name of a format in code: `acmeChat` for `acme-chat`. */
export function formatName(id: string): string {
  return id.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Members of an adapter, as the index of a package exports them. */
export const memberNames = [
  'http',
  'parseRequest',
  'decodeRequest',
  'lowerRequest',
  'encodeRequest',
  'parseResponse',
  'decodeResponse',
  'encodeResponse',
  'createStreamParser',
  'createStreamDecoder',
  'createStreamEncoder',
  'createStreamSerializer',
  'parseFailure',
  'decodeFailure',
  'encodeFailure',
] as const

/** Dependencies of a new format, each with the importer of the lockfile that has it already. */
export const formatDependencies = {
  dependencies: { '@interlingua/adapter-kit': 'packages/chat', '@interlingua/core': 'packages/chat', zod: 'packages/chat' },
  devDependencies: { '@interlingua/testkit': 'packages/chat', vitest: 'packages/chat' },
} as const

/** The files of a package that compiles, passes the checks, and says what is to be written next. */
export function formatFiles({ id, name, title }: FormatNames): Readonly<Record<string, string>> {
  return {
    'package.json': `${JSON.stringify(
      {
        name: `@interlingua/${id}`,
        version: '0.0.0',
        private: true,
        description: `${title} to and from the canonical model`,
        license: 'MIT',
        type: 'module',
        sideEffects: false,
        exports: { '.': './src/index.ts', './edge': './src/edge.ts' },
        scripts: {
          types: 'node ../../tools/check-types.ts .',
          lint: 'oxlint --deny-warnings',
          test: 'node ../../tools/test.ts --here',
        },
        dependencies: { '@interlingua/adapter-kit': 'workspace:^', '@interlingua/core': 'workspace:^', zod: 'catalog:' },
        devDependencies: { '@interlingua/testkit': 'workspace:^', vitest: 'catalog:' },
        engines: { node: '>=20.19' },
      },
      undefined,
      2,
    )}\n`,
    'tsconfig.json': `{
  "extends": "../../tsconfig.base.json",
  "compilerOptions": {
    "lib": ["ES2024", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
    "types": ["node"]
  },
  "include": ["src", "test"]
}
`,
    'README.md': `# @interlingua/${id}

${title}, as its server and as its client, to and from the canonical model of [Interlingua](../../README.md).

## Where the work stands

\`npm test -- --project @interlingua/${id}\` runs the laws of what is written, and lists the others as \`todo\` with the member that each waits for.

| step | files | laws that begin to run |
|---|---|---|
| 1 documents, requests | \`src/wire.ts\`, \`src/request.ts\`, \`test/laws.test.ts\` | the request comes back as it went in; a lowered request is legal |
| 2 lowering | \`src/lower.ts\`: what the format carries, and its names and ids | lowering twice is lowering once |
| 3 answers, failures | \`src/response.ts\` | the answer comes back as it went in; an answer is legal |
| 4 streams | \`src/stream.ts\`, a stream in \`test/laws.test.ts\` | a stream agrees with its document, and may be cut anywhere |
| 5 the edge | \`src/edge.ts\` | the watcher of a stream agrees with its decoder |

Then set \`strict: true\` in \`test/laws.test.ts\`, so that no law can wait again, and list the edge in \`createGateway({ formats: [...formats, ${name}] })\`.
[adapter-kit](../adapter-kit/README.md) has the parts to write it with; \`examples/converse\` is a whole format made of them. To publish the package, take
\`publishConfig\`, \`scripts\`, \`tsconfig.test.json\` and \`LICENSE\` from \`packages/chat\`, and drop \`private\`.
`,
    'src/index.ts': `export {
  ${[...memberNames, name].toSorted().join(',\n  ')},
} from './adapter.ts'
export { notice } from './lower.ts'
export type { WireEvent, WireFailure, WireRequest, WireResponse } from './wire.ts'
`,
    'src/adapter.ts': `import { defineAdapter } from '@interlingua/adapter-kit'
import { lowering } from './lower.ts'
import { requests } from './request.ts'
import { errors, responses } from './response.ts'
import { streams } from './stream.ts'
import { format, wire } from './wire.ts'

/** ${title}. An adapter with the members that are written so far; it becomes a whole one with the last of them. */
export const ${name} = defineAdapter({
  format,
  http: { path: () => '/${id}' },
  wire,
  errors,
  framing: 'sse',
  ...requests,
  ...lowering,
  ...responses,
  ...streams,
})

export const {
  ${memberNames.join(',\n  ')},
} = ${name}
`,
    'src/wire.ts': `import * as z from 'zod'

export const format = '${id}'

/** Documents of the format. Objects stay open (\`looseObject\`): unknown keys are legal, and survive. Schemas check, and change nothing. */
export const wire = {
  request: z.looseObject({ model: z.string(), stream: z.boolean().optional() }),
  response: z.looseObject({ id: z.string(), model: z.string() }),
  event: z.looseObject({}),
  failure: z.looseObject({ error: z.looseObject({ code: z.string().optional(), message: z.string().optional() }) }),
}

export type WireRequest = z.infer<typeof wire.request>
export type WireResponse = z.infer<typeof wire.response>
export type WireEvent = z.infer<typeof wire.event>
export type WireFailure = z.infer<typeof wire.failure>
`,
    'src/request.ts': `import type { GenerateAdapter } from '@interlingua/core'
import type { WireRequest } from './wire.ts'

/**
 * Step 1: \`decodeRequest\` reads a request, \`encodeRequest\` prints it again. Keys that the model has no field for stay beside their node:
 * \`keep\` and \`restore\` of \`createExtension\`.
 */
export const requests = {} satisfies Partial<Pick<GenerateAdapter<WireRequest>, 'decodeRequest' | 'encodeRequest'>>
`,
    'src/lower.ts': `import { basicFates, basicNotices, createBasicLowering } from '@interlingua/adapter-kit'
import { createFateWalker, declareNotices } from '@interlingua/core/adapter'
import { format } from './wire.ts'

/** Losses on the way into the format. Words of its own stand beside the basic ones. */
export const notice = declareNotices(format, basicNotices, {})

/** Reports fields that the format has no place for. Fields that it carries override the basic fates. */
export const walker = createFateWalker(format, notice, 'foreign-field', basicFates)

/** Step 2: the names and ids that the format takes. */
export const lowering = {
  lowerRequest: createBasicLowering({
    format,
    notice,
    walker,
    toolNames: { illegal: /[^A-Za-z0-9_-]/g, limit: 64 },
    callIds: { characters: 'word', min: 1, max: 64 },
  }),
}
`,
    'src/response.ts': `import { openaiErrorWords, encodeErrorWord, type ErrorDefinition } from '@interlingua/adapter-kit'
import type { GenerateAdapter } from '@interlingua/core'
import type { WireFailure, WireResponse } from './wire.ts'

/** Step 3: \`decodeResponse\` reads an answer, \`encodeResponse\` prints one and reports what it cannot say (\`takeCandidate\`). */
export const responses = {} satisfies Partial<Pick<GenerateAdapter<unknown, WireResponse>, 'decodeResponse' | 'encodeResponse'>>

/** Error documents: the words of the format, and where they stand. */
export const errors: ErrorDefinition<WireFailure> = {
  words: openaiErrorWords,
  read: ({ error }) => ({ code: error.code, message: error.message }),
  write: ({ code, message }) => ({ error: { code: encodeErrorWord(openaiErrorWords, code) ?? 'server_error', message } }),
}
`,
    'src/stream.ts': `import type { GenerateAdapter } from '@interlingua/core'
import type { WireEvent } from './wire.ts'

/** Step 4: \`createStreamDecoder\` and \`createStreamEncoder\`, best by \`createBasicStreamDecoder\` and \`createBasicStreamEncoder\`. */
export const streams = {} satisfies Partial<
  Pick<GenerateAdapter<unknown, unknown, WireEvent>, 'createStreamDecoder' | 'createStreamEncoder'>
>
`,
    'src/edge.ts': `import { defineEdge, readModelHead } from '@interlingua/adapter-kit'
import { ${name} as adapter } from './adapter.ts'
import { notice } from './lower.ts'
import { wire } from './wire.ts'

/** Step 5: ${title}, as a gateway serves and calls it. */
export const ${name} = defineEdge({
  adapter,
  title: '${title}',
  vendor: '${id}',
  notice,
  wire,
  client: {
    routes: [{ path: '/${id}', operation: 'generate', summary: 'Generate, as ${title}' }],
    readHead: ({ body }) => readModelHead(body),
  },
  upstream: { answerKeys: { generate: ['id'] } },
})
`,
    'test/laws.test.ts': `import { describeAdapterLaws, type Recording } from '@interlingua/testkit'
import { ${name} as edge } from '../src/edge.ts'
import { ${name}, notice } from '../src/index.ts'

const exchange = { format: '${id}', path: '/${id}', request: { model: 'm' }, status: 200 } as const

/** Exchanges as the vendor documents them, or as you recorded them: requests with all that the format has, answers, streams, failures. */
const corpus: readonly Recording[] = [
  { ...exchange, id: 'an answer', response: { id: 'a1', model: 'm' } },
  { ...exchange, id: 'a failure', status: 404, response: { error: { code: 'model_not_found', message: 'no such model' } } },
]

describeAdapterLaws(${name}, { edge, declared: [notice], corpus })
`,
  }
}
