/** Fetches a URL of this machine, which the AI SDK refuses by default. */
export async function download({
  url,
}: {
  readonly url: URL
}): Promise<{ readonly data: Uint8Array; readonly mediaType: string | undefined }> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`status ${reply.status}`)
  return { data: new Uint8Array(await reply.arrayBuffer()), mediaType: reply.headers.get('content-type') ?? undefined }
}
