import { readTail } from './read-tail.ts'

/** An endpoint that a vendor has and this service has not. */
export interface NotServed {
  /** What it is, as `this gateway does not serve …` goes on. */
  readonly what: string
  /** What to do instead. */
  readonly instead?: string
  /** Whose it is; absent: of several. */
  readonly vendor?: 'openai' | 'anthropic' | 'google'
}

const inline = 'send files within the request, as base64 or by their address'
const oneByOne = 'send the requests one by one'
const stateful = 'keep the conversation with /v1/responses or /v1/conversations'

/**
 * By the first segments of what is asked for; the longest that fits. None of these words is ever an id. As of 2026-11: the resources of the
 * packages `openai` 7.57, `@anthropic-ai/sdk` 1.12 and `@google/genai` 3.1.
 */
const endpoints: Readonly<Record<string, NotServed>> = {
  audio: { what: 'speech and transcription (/v1/audio)', vendor: 'openai' },
  assistants: { what: 'assistants', instead: stateful, vendor: 'openai' },
  threads: { what: 'threads of assistants', instead: stateful, vendor: 'openai' },
  batches: { what: 'batches', instead: oneByOne },
  chatkit: { what: 'ChatKit', vendor: 'openai' },
  'chat/completions/': { what: 'stored chat completions', instead: stateful, vendor: 'openai' },
  completions: { what: 'the old text completions', instead: 'use /v1/chat/completions', vendor: 'openai' },
  containers: { what: 'containers', vendor: 'openai' },
  engines: { what: 'the old engines', instead: 'use /v1/models', vendor: 'openai' },
  evals: { what: 'evaluations', vendor: 'openai' },
  files: { what: 'uploaded files', instead: inline },
  fine_tuning: { what: 'fine-tuning', vendor: 'openai' },
  'fine-tunes': { what: 'fine-tuning', vendor: 'openai' },
  'images/variations': { what: 'variations of images', instead: 'use /v1/images/edits', vendor: 'openai' },
  moderations: { what: 'moderations', vendor: 'openai' },
  organization: { what: 'the administration of organizations', vendor: 'openai' },
  organizations: { what: 'the administration of organizations', vendor: 'anthropic' },
  realtime: { what: 'realtime sessions', instead: 'use /v1/responses with "stream": true', vendor: 'openai' },
  'responses/compact': { what: 'the compaction of responses', vendor: 'openai' },
  skills: { what: 'skills' },
  uploads: { what: 'uploads', instead: inline, vendor: 'openai' },
  vector_stores: { what: 'vector stores', vendor: 'openai' },
  'videos/characters': { what: 'characters of videos', vendor: 'openai' },
  'videos/edits': { what: 'edits of videos', instead: 'use /v1/videos/{id}/remix', vendor: 'openai' },
  'videos/extensions': { what: 'extensions of videos', vendor: 'openai' },
  agents: { what: 'managed agents', vendor: 'anthropic' },
  complete: { what: 'the old text completions', instead: 'use /v1/messages', vendor: 'anthropic' },
  environments: { what: 'managed agents', vendor: 'anthropic' },
  'messages/batches': { what: 'batches', instead: oneByOne, vendor: 'anthropic' },
  sessions: { what: 'managed agents', vendor: 'anthropic' },
  auth_tokens: { what: 'tokens of live sessions', vendor: 'google' },
  batchPredictionJobs: { what: 'batches', instead: oneByOne, vendor: 'google' },
  corpora: { what: 'corpora', vendor: 'google' },
  fileSearchStores: { what: 'file search stores', vendor: 'google' },
  interactions: { what: 'interactions', instead: 'use /v1beta/models/{model}:generateContent', vendor: 'google' },
  tunedModels: { what: 'tuned models', vendor: 'google' },
  tuningJobs: { what: 'tuning', vendor: 'google' },
  'upload/': { what: 'uploaded files', instead: inline, vendor: 'google' },
  'ws/': { what: 'live sessions', instead: 'use /v1beta/models/{model}:streamGenerateContent', vendor: 'google' },
}

/** By how many segments a name has, the longest first. */
const byLength = [2, 1].map((count) => ({
  count,
  names: new Map(
    Object.entries(endpoints)
      .map(([name, endpoint]) => [name.split('/').filter(Boolean), name.endsWith('/'), endpoint] as const)
      .filter(([segments]) => segments.length === count)
      .map(([segments, needsMore, endpoint]) => [segments.join('/'), { needsMore, endpoint }]),
  ),
}))

/** What of a vendor's a path asks for that is not served here; `undefined`: nothing that is known. */
export function findNotServed(path: string): NotServed | undefined {
  const { text, native } = readTail(path)
  const segments = text.split('/')
  for (const { count, names } of byLength) {
    const found = names.get(segments.slice(0, count).join('/'))
    if (found === undefined || (found.needsMore && segments.length === count)) continue
    return native && found.endpoint.vendor === undefined ? { ...found.endpoint, vendor: 'google' } : found.endpoint
  }
  return undefined
}
