/** Media types by the words of this format; of two words for one type the first is printed. */
const types = {
  image: { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' },
  video: {
    mp4: 'video/mp4',
    mov: 'video/quicktime',
    mkv: 'video/x-matroska',
    webm: 'video/webm',
    flv: 'video/x-flv',
    mpeg: 'video/mpeg',
    mpg: 'video/mpeg',
    wmv: 'video/x-ms-wmv',
    three_gp: 'video/3gpp',
  },
  audio: {
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    aac: 'audio/aac',
    flac: 'audio/flac',
    mp4: 'audio/mp4',
    m4a: 'audio/x-m4a',
    ogg: 'audio/ogg',
    opus: 'audio/opus',
    webm: 'audio/webm',
    mkv: 'audio/x-matroska',
    mka: 'audio/matroska',
    pcm: 'audio/pcm',
    mpeg: 'audio/mpeg',
    mpga: 'audio/mpeg',
    'x-aac': 'audio/x-aac',
  },
  document: {
    pdf: 'application/pdf',
    csv: 'text/csv',
    doc: 'application/msword',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    xls: 'application/vnd.ms-excel',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    html: 'text/html',
    txt: 'text/plain',
    md: 'text/markdown',
  },
} as const

export type Kind = keyof typeof types

/** Other names under which clients of other formats know these types. */
const aliases: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'text/x-markdown': 'text/markdown',
}

export function typeOf(kind: Kind, word: string): string {
  const known: Readonly<Record<string, string>> = types[kind]
  return (Object.hasOwn(known, word) ? known[word] : undefined) ?? (kind === 'document' ? 'application/octet-stream' : `${kind}/${word}`)
}

/** Word for a media type; `undefined`: this format has none. */
export function wordOf(kind: Kind, type: string | undefined): string | undefined {
  const [bare = ''] = type?.toLowerCase().split(';', 1) ?? []
  const wanted = aliases[bare.trim()] ?? bare.trim()
  return Object.entries<string>(types[kind]).find(([, each]) => each === wanted)?.[0]
}

/** Word by the end of an address. */
export function wordOfAddress(kind: Kind, address: string): string | undefined {
  const [, end = ''] = /\.(\w+)$/.exec(address) ?? []
  const word = end.toLowerCase() === 'jpg' ? 'jpeg' : end.toLowerCase()
  return Object.hasOwn(types[kind], word) ? word : undefined
}
