/** A file that this vendor keeps: of the Files API, or in its object store. Nobody else can read it. */
export function isOwnFile(uri: string): boolean {
  return /^gs:\/\//i.test(uri) || /^https:\/\/generativelanguage\.googleapis\.com\/(?:v\w+\/)?files\//i.test(uri)
}

/** A video that the server reads by its address. https://ai.google.dev/gemini-api/docs/video-understanding#youtube */
export function isYouTube(uri: string): boolean {
  return /^https?:\/\/(?:(?:www|m|music)\.)?(?:youtube\.com|youtu\.be|youtube-nocookie\.com)\//i.test(uri)
}

/** What an upstream of this vendor can be told instead of the bytes. */
export function isReadByVendor(uri: string): boolean {
  return isOwnFile(uri) || isYouTube(uri) || /^https:\/\/(?:storage|generativelanguage)\.googleapis\.com\//i.test(uri)
}
