import { checkCalls } from '../../contents/check-calls.ts'
import { checkConfig } from '../../contents/check-config.ts'
import { checkContents } from '../../contents/check-contents.ts'
import { joinNeighbours } from '../../contents/join-neighbours.ts'
import { imageHeader } from '../read/image-header.ts'
import { list, object, objects, says, text } from '../read/json.ts'
import type { Issue, Judged, VendorRule } from '../vendor-rule.ts'
import { geminiOf } from './gemini.ts'
import { issueOf, readBody } from './read-body.ts'

const functions = 'https://ai.google.dev/gemini-api/docs/function-calling'
const reference = 'https://ai.google.dev/api/generate-content'

/** The rules about contents for Gemini. */
export const contentRules: readonly VendorRule[] = [
  {
    id: 'G10',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues({ body }) {
      const stops = list(object(body['generationConfig'])['stopSequences'])
      if (stops.length > 5) yield { path: '/generationConfig/stopSequences', message: 'The number of stop sequences must be at most 5.' }
      const empty = stops.indexOf('')
      if (empty !== -1) yield { path: `/generationConfig/stopSequences/${empty}`, message: 'Stop sequences must not be empty.' }
    },
  },
  {
    id: 'G12',
    confidence: 'H',
    source: reference,
    // Vertex takes more fields than the Developer API.
    holds: ({ vendor }) => vendor !== 'vertex',
    *issues(asked) {
      const read = readBody(asked)
      if ('issue' in read) yield read.issue
    },
  },
  {
    id: 'G13',
    confidence: 'H',
    source: reference,
    holds: () => true,
    *issues(asked) {
      const read = readBody(asked)
      const failure = 'body' in read ? checkContents(read.body.contents ?? []) : undefined
      // MIME types have a rule of their own, and fetching does not depend on the request.
      if (failure && !/^Unsupported MIME type|^Cannot fetch/.test(failure.message)) yield issueOf(failure)
      if (asked.vendor !== 'vertex') return
      for (const [i, { parts }] of objects(asked.body['contents']))
        for (const [j, part] of objects(parts))
          if (part['text'] === '' && part['thought'] !== true && !says(part['thoughtSignature']))
            yield {
              path: `/contents/${i}/parts/${j}/text`,
              message: 'Unable to submit request because it must have a text parameter. Add a text parameter and try again.',
            }
    },
  },
  {
    id: 'G14',
    confidence: 'H',
    source: functions,
    holds: () => true,
    *issues(asked) {
      const failure = callFailure(asked)
      if (failure && !isEnd(failure)) yield failure
      yield* misplacedCalls(asked)
    },
  },
  {
    id: 'G15',
    confidence: 'M',
    source: 'https://ai.google.dev/gemini-api/docs/gemini-3',
    holds: (asked) => {
      const { version = 0, line } = geminiOf(asked) ?? {}
      return version >= 3.6 || (version === 3.5 && line === 'flash-lite')
    },
    *issues({ body }) {
      const last = objects(body['contents']).at(-1)
      if (last?.[1]['role'] === 'model')
        yield {
          path: `/contents/${last[0]}/role`,
          message: 'Please ensure that multiturn requests end with a user turn or a function response.',
        }
    },
  },
  {
    id: 'G26',
    confidence: 'H',
    source: functions,
    holds: (asked) => (geminiOf(asked)?.version ?? 3) < 3,
    *issues({ body }) {
      for (const [i, { parts }] of objects(body['contents']))
        for (const [j, part] of objects(parts))
          if (list(object(part['functionResponse'])['parts']).length > 0)
            yield {
              path: `/contents/${i}/parts/${j}/functionResponse/parts`,
              message: 'Multimodal function responses are not supported for this model',
            }
    },
  },
  {
    id: 'G27',
    confidence: 'H',
    source: 'https://ai.google.dev/gemini-api/docs/thought-signatures',
    holds: (asked) => (geminiOf(asked)?.version ?? 0) >= 3,
    issues: unsigned,
  },
  {
    id: 'G29',
    confidence: 'M',
    source: functions,
    holds: (asked) => asked.vendor === 'vertex' && (geminiOf(asked)?.version ?? 3) < 3,
    *issues({ body }) {
      for (const [i, { parts }] of objects(body['contents']))
        for (const [j, part] of objects(parts))
          for (const key of ['functionCall', 'functionResponse'] as const)
            if (says(object(part[key])['id']))
              yield {
                path: `/contents/${i}/parts/${j}/${key}/id`,
                message: `Invalid JSON payload received. Unknown name "id" at 'contents[${i}].parts[${j}].${key === 'functionCall' ? 'function_call' : 'function_response'}': Cannot find field.`,
              }
    },
  },
  {
    id: 'G30',
    confidence: 'H',
    source: 'https://ai.google.dev/gemini-api/docs/image-understanding, microsoft/vscode#286628',
    holds: () => true,
    *issues({ body }) {
      for (const [i, { parts }] of objects(body['contents']))
        for (const [j, part] of objects(parts))
          for (const [at, piece] of [
            ['', part] as const,
            ...objects(object(part['functionResponse'])['parts']).map(([k, inner]) => [`/functionResponse/parts/${k}`, inner] as const),
          ]) {
            const { mimeType, data } = object(piece['inlineData'])
            const mime = text(mimeType)?.split(';')[0]?.trim().toLowerCase()
            if (mime === undefined) continue
            const real = mime.startsWith('image/') ? (imageHeader(text(data) ?? '')?.mime ?? mime) : mime
            const wrong = [mime, real].find((word) => !taken.test(word))
            if (wrong !== undefined)
              yield { path: `/contents/${i}/parts/${j}${at}/inlineData/mimeType`, message: `Unsupported MIME type: ${wrong}` }
          }
    },
  },
  {
    id: 'G32',
    confidence: 'H',
    source: 'https://ai.google.dev/gemini-api/docs/caching',
    holds: ({ body }) => says(body['cachedContent']),
    *issues({ body }) {
      if (says(body['systemInstruction']) || says(body['tools']) || says(body['toolConfig']))
        yield {
          path: '/cachedContent',
          message:
            'CachedContent can not be used with GenerateContent request setting system_instruction, tools or tool_config.\n\nProposed fix: move those values to CachedContent from GenerateContent request.',
        }
    },
  },
  {
    id: 'G-config',
    confidence: 'H',
    source: 'the demo of this format: what of the configuration excludes or needs each other',
    holds: () => true,
    *issues(asked) {
      const read = readBody(asked)
      const failure = 'body' in read ? checkConfig(read.body.generationConfig ?? {}, asked.model.id) : undefined
      if (failure && !/stop sequences|thinking|Budget 0|mutually exclusive|only supported with the response mime/i.test(failure.message))
        yield issueOf(failure)
    },
  },
]

const taken =
  /^(?:image\/(?:png|jpeg|webp|heic|heif)|audio\/[^/]+|video\/[^/]+|application\/(?:pdf|json|x-javascript|x-python|xml)|text\/[^/]+)$/

function callFailure(asked: Judged): Issue | undefined {
  const read = readBody(asked)
  const failure = 'body' in read ? checkCalls(joinNeighbours(read.body.contents ?? []), asked.model.id) : undefined
  return failure && issueOf(failure)
}

function isEnd({ message }: Issue): boolean {
  return message.startsWith('Please ensure that multiturn requests end')
}

/** Reports a turn of calls that does not follow a turn of the user or of results. */
function* misplacedCalls({ body }: Judged): Generator<Issue> {
  const [first] = objects(body['contents'])
  if (first?.[1]['role'] === 'model' && objects(first[1]['parts']).some(([, part]) => says(part['functionCall'])))
    yield {
      path: '/contents/0',
      message: 'Please ensure that function call turn comes immediately after a user turn or after a function response turn.',
    }
}

/** Reports the steps of the current turn whose first call has no signature. */
function* unsigned({ body }: Judged): Generator<Issue> {
  const contents = objects(body['contents'])
  const turn = contents.findLastIndex(
    ([, { role, parts }]) => role !== 'model' && !objects(parts).some(([, part]) => says(part['functionResponse'])),
  )
  let fresh = true
  for (const [i, { role, parts }] of contents.slice(turn + 1)) {
    if (role !== 'model') fresh = true
    const found = objects(parts).find(([, part]) => says(part['functionCall']))
    if (role !== 'model' || !found || !fresh) continue
    fresh = false
    const [j, part] = found
    if (!says(part['thoughtSignature']))
      yield {
        path: `/contents/${i}/parts/${j}`,
        message: `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${text(object(part['functionCall'])['name']) ?? ''}\`, position ${i + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
      }
  }
}
