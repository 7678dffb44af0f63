/**
 * Places of the canonical fields of a part in its item or content part. One constant for all: a field that a part does not have is never
 * looked up.
 */
export const partFields = {
  cache: '/prompt_cache_breakpoint',
  callId: '/call_id',
  name: '/name',
  parts: '/output',
  structured: '',
  segments: '/summary',
  seal: '/encrypted_content',
  citations: '/annotations',
  logprobs: '/logprobs',
  server: '/server_label',
  source: '',
  title: '/filename',
  requestId: '/approval_request_id',
} as const
