/** Model and method of a path of Google's: of the Developer API, or below a project or without one at Vertex. The method follows the last colon. */
export function googleAddress(path: string): { readonly model: string; readonly method: string } | undefined {
  const [, model, method] = pattern.exec(path) ?? []
  return model === undefined || method === undefined ? undefined : { model: decodeURIComponent(model), method }
}

const pattern = /^\/v1(?:beta1?)?\/(?:(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/[^/]+\/)?models\/(.+):([A-Za-z]+)$/
