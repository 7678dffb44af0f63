/** The demo's models of embeddings, one for each dialect that upstreams speak. */
export const embedModels = ['demo-embeddings', 'demo-embed-content', 'demo-vertex-predict'] as const
