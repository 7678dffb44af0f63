import type { JsonObject } from '@interlingua/core'

/** Answers `response.steer`: no answer here can be steered, and the input goes back to the client. */
export function answerSteer({ previous_response_id: previous, input }: JsonObject): string {
  const target = typeof previous === 'string' && previous !== ''
  const given = typeof input === 'string' ? input !== '' : Array.isArray(input) && input.length > 0
  const error = !target || !given ? invalid : unsupported
  return JSON.stringify({
    type: 'response.steer.failed',
    sequence_number: 0,
    steer: { input: input ?? null, previous_response_id: target ? previous : '' },
    error: { type: 'invalid_request_error', ...error },
  })
}

const invalid = { code: 'invalid_input', message: 'response.steer needs previous_response_id, and input that is not empty.' } as const
const unsupported = {
  code: 'steering_not_supported',
  message: 'A running response cannot be steered here: send the input with the next response.create.',
} as const
