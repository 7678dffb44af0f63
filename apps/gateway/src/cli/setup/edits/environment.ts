import type { JsonObject } from '@interlingua/core'
import { EditError, type Syntax } from './edit.ts'

/** Lines `NAME=value`, as programs read them from files such as `.env`. */
export const environment: Syntax = createLines('')

/** Lines `export NAME=value`, for a shell. */
export const shell: Syntax = createLines('export ')

const line = /^(\s*(?:export\s+)?)([A-Za-z_]\w*)(\s*=)(.*)$/

function createLines(prefix: string): Syntax {
  return {
    parse(text): JsonObject {
      const found = text.split(/\r?\n/).flatMap((each) => {
        const [, , name, , value = ''] = line.exec(each) ?? []
        return name === undefined ? [] : [[name, unquote(value)] as const]
      })
      return Object.fromEntries(found)
    },
    write(text, changes) {
      const eol = text.includes('\r\n') ? '\r\n' : '\n'
      let lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/)
      for (const { path, value } of changes) {
        const [name = ''] = path.map(String)
        if (value !== undefined && typeof value !== 'string') throw new EditError(`cannot hold ${name}, which is no text`)
        // The last line of a name counts.
        const index = lines.findLastIndex((each) => line.exec(each)?.[2] === name)
        if (value === undefined) lines = lines.filter((each) => line.exec(each)?.[2] !== name)
        else if (index < 0) lines.push(`${prefix}${name}=${quote(value)}`)
        else
          lines[index] = (lines[index] ?? '').replace(
            line,
            (_, head: string, key: string, equals: string) => head + key + equals + quote(value),
          )
      }
      return lines.length === 0 ? '' : `${lines.join(eol)}${eol}`
    },
  }
}

/** Value in single quotes, if it has any character that a shell or a reader of such files could take for another thing. */
function quote(value: string): string {
  return /^[\w.:/@%+,-]*$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`
}

function unquote(text: string): string {
  const value = text.trim()
  const quoted = /^(["'])(.*?)\1/.exec(value)
  return quoted?.[2] ?? value.replace(/\s+#.*$/, '')
}
