/**
 * The model and the method of a Google path: on the Developer API, or at Vertex with or without a project. The method follows the last
 * colon.
 */
export function googleAddress(path: string): { readonly model: string; readonly method: string } | undefined {
  const [, model, method] = pattern.exec(path) ?? []
  return model === undefined || method === undefined ? undefined : { model: decodeURIComponent(model), method }
}

const pattern = /^\/v1(?:beta1?)?\/(?:(?:projects\/[^/]+\/locations\/[^/]+\/)?publishers\/[^/]+\/)?models\/(.+):([A-Za-z]+)$/
