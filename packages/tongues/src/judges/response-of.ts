/** A `fetch` that answers with these bytes. */
export function answering(body: string, isStream: boolean): () => Promise<Response> {
  return () => Promise.resolve(new Response(body, { headers: { 'content-type': isStream ? 'text/event-stream' : 'application/json' } }))
}
