import type { Fault } from '../faults/fault.ts'

/** A key without the right to a model, whether there is such a model or not. The id is the caller's own word. */
export function refuseModel(model: string): Fault {
  const message = `This API key has no access to the model ${JSON.stringify(model.slice(0, 200))}.`
  return { failure: { code: 'permission', message, retryable: false, status: 403, path: '/model' } }
}
