import { pathSegment, readSegment } from '@interlingua/core/adapter'

const resource = '/models/'

/**
 * Model in a path of Google's (`/v1beta/models/{model}:embedContent`): the method follows the last colon, escapes are decoded once, and the
 * id may hold slashes and colons. `undefined` if the path has another form.
 */
export function modelOfPath(path: string): string | undefined {
  const query = path.indexOf('?')
  const whole = query === -1 ? path : path.slice(0, query)
  const found = whole.indexOf(resource)
  const colon = whole.lastIndexOf(':')
  if (found === -1 || colon <= found) return undefined
  return bareModel(readSegment(whole.slice(found + resource.length, colon)))
}

/** The method that a path of Google's names; `undefined` where it names none. */
export function methodOfPath(path: string): string | undefined {
  const query = path.indexOf('?')
  const whole = query === -1 ? path : path.slice(0, query)
  const colon = whole.lastIndexOf(':')
  return colon === -1 || whole.indexOf(resource) === -1 ? undefined : whole.slice(colon + 1)
}

/** The id of a model without the name of the collection that it is in. */
export function bareModel(model: string): string {
  let bare = model
  while (bare.startsWith('models/')) bare = bare.slice('models/'.length)
  return bare
}

/** Path of a model's method, as the developer API has it; the name of a model's collection is left out. */
export function pathOfModel(model: string, method: string): string {
  return `/v1beta/models/${pathSegment(bareModel(model))}:${method}`
}
