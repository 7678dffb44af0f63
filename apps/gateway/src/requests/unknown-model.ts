import type { Fault } from '../faults/fault.ts'

/**
 * No channel has this model. The id is the caller's own word: it may be said back, cut to a sane length. `patterns`: what ids are served for that
 * no list names.
 */
export function unknownModel(model: string, patterns: readonly string[] = []): Fault {
  const name = model.slice(0, 200)
  const others = patterns.length === 0 ? '' : ` Ids like ${patterns.slice(0, 10).join(', ')} are served as well.`
  return {
    failure: {
      code: 'not-found',
      message: `The model ${JSON.stringify(name)} does not exist here. GET /v1/models lists what there is.${others}`,
      retryable: false,
      status: 404,
      path: '/model',
    },
  }
}
