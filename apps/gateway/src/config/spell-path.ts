/** `channels[0].models[2].name` */
export function spellPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file'
  return path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  )
}
