import type { RecipeText } from '@interlingua/console/api'
import { useEffect, useState } from 'preact/hooks'
import { Command } from '../../elements/copy-button.tsx'
import { sendFormats } from '../home/send-request.ts'
import { keyWords } from './recipe-files.tsx'

interface NothingComesProps {
  readonly recipe: RecipeText
  readonly secret: string | undefined
  /** True once nothing came for long. */
  readonly open: boolean
}

/** List of things to look at when no request comes, each with a command for the agent's machine. */
export function NothingComes({ recipe: { url, model = '', speaks, title }, secret, open }: NothingComesProps) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    if (open) setShown(true)
  }, [open])
  const key = secret ?? keyWords
  return (
    <details open={shown} onToggle={({ currentTarget }) => setShown(currentTarget.open)}>
      <summary>Nothing comes? What to look at</summary>
      <ol>
        <li>
          Is the gateway reached from the machine of the agent? A container has a loopback of its own.
          <Command text={`curl ${url}/healthz`} />
        </li>
        <li>
          Is the key accepted?
          <Command text={`curl -H "authorization: Bearer ${key}" ${url}/v1/models`} />
        </li>
        <li>
          Is the model answered?
          <Command text={curlOf(url, key, model, speaks)} />
        </li>
        <li>
          Does a variable or a proxy of that shell go first?
          <Command text="env | grep -iE 'anthropic|openai|gemini|google|proxy'" />
        </li>
        <li>Was {title} started anew after the change, and does it not still use a sign-in of its own?</li>
      </ol>
    </details>
  )
}

function curlOf(url: string, key: string, model: string, speaks: string | undefined): string {
  const format = sendFormats.find(({ id }) => id === speaks) ?? sendFormats[0]
  if (!format) return ''
  const headers = { ...format.headers(key), 'content-type': 'application/json' }
  const body = JSON.stringify(format.body(model, 'Hello')).replaceAll("'", `'\\''`)
  return `curl ${url}${format.path(model)} ${Object.entries(headers)
    .map(([name, value]) => `-H "${name}: ${value}"`)
    .join(' ')} -d '${body}'`
}
