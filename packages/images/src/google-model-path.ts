const resource = '/models/'

/** The model of a path such as `/v1beta/models/{model}:predict`: its method follows the last colon, percent escapes are decoded once. */
export function readModel(path: string): string | undefined {
  const start = path.indexOf(resource)
  const colon = path.lastIndexOf(':')
  if (start === -1 || colon <= start + resource.length) return undefined
  const model = path.slice(start + resource.length, colon)
  try {
    return decodeURIComponent(model)
  } catch {
    return model
  }
}

/** The path of a method of a model. Half a character cannot be escaped: it is what cannot be read. */
export function printModelPath(model: string, method: string): string {
  return `/v1beta/models/${/^[\w.-]*$/.test(model) ? model : encodeURIComponent(model.toWellFormed())}:${method}`
}
