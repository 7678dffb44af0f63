import type { Fault } from '../faults/fault.ts'

/** No channel has this model. The id is the caller's own word: it may be said back, cut to a sane length. */
export function unknownModel(model: string): Fault {
  const name = model.slice(0, 200)
  return {
    failure: {
      code: 'not-found',
      message: `The model ${JSON.stringify(name)} does not exist here. GET /v1/models lists what there is.`,
      retryable: false,
      status: 404,
      path: '/model',
    },
  }
}
