import { keyPlaceholder, type RecipeText } from '@interlingua/console/api'
import { Command, CopyButton } from '../../elements/copy-button.tsx'
import { visibleText } from '../../format/visible-text.ts'

/** Words that stand for a key whose secret is not known here. */
export const keyWords = '$INTERLINGUA_API_KEY'

interface RecipeFilesProps {
  readonly recipe: RecipeText
  /** Secret of the key. Absent: it is not known here. */
  readonly secret: string | undefined
  /** Name of an earlier key that was chosen. */
  readonly keyName: string | undefined
}

/** Texts that a user pastes, with the key in its place, and the command that does the same. */
export function RecipeFiles({ recipe, secret, keyName }: RecipeFilesProps) {
  const fill = (text: string): string => text.replaceAll(keyPlaceholder, secret ?? keyWords)
  return (
    <>
      {secret === undefined && (
        <p>
          Put the secret of {keyName === undefined ? 'your key' : <strong>{keyName}</strong>} in the place of <code>{keyWords}</code>. A
          secret that is lost cannot be shown again: make a new key above.
        </p>
      )}
      {recipe.kind === 'agent' && <p>Join these lines with what is in the file, or make the file where there is none:</p>}
      {recipe.files.map(({ path, text }) => (
        <Block key={path} title={path} text={fill(text)} isFile={recipe.kind === 'agent'} />
      ))}
      {recipe.commands.length > 0 && <p>{recipe.kind === 'agent' ? 'Then start it:' : 'The libraries are installed by:'}</p>}
      {recipe.commands.map((text) => (
        <Command key={text} text={fill(text)} />
      ))}
      {recipe.kind === 'agent' && (
        <details>
          <summary>Or let a command do all of it, on the machine of the agent</summary>
          <p>It makes a key of its own, tries it, and joins these lines with what is in the files; the second one takes all of it back.</p>
          <Command text={`interlingua setup ${recipe.id}${urlOption(recipe.url)}${modelOption(recipe.model)}`} />
          <Command text={`interlingua setup ${recipe.id} --undo`} />
        </details>
      )}
      <AddressNote url={recipe.url} />
    </>
  )
}

function Block({ title, text, isFile }: { readonly title: string; readonly text: string; readonly isFile: boolean }) {
  return (
    <div class="block">
      <div class="block-title">
        <span>{isFile ? <code>{title}</code> : title}</span>
        <CopyButton text={text} label={isFile ? `Copy ${title.split('/').at(-1) ?? ''}` : 'Copy'} />
      </div>
      <pre tabIndex={0} aria-label={title}>
        {visibleText(text, true)}
      </pre>
    </div>
  )
}

const usualUrl = 'http://127.0.0.1:8787'

function urlOption(url: string): string {
  return url === usualUrl ? '' : ` --url ${url}`
}

function modelOption(model: string | undefined): string {
  return model === undefined || !/^[\w@%+=:,./-]+$/.test(model) ? '' : ` --model ${model}`
}

/** Says how a container reaches a gateway whose address is that of its own machine. */
function AddressNote({ url }: { readonly url: string }) {
  const address = URL.parse(url)
  if (address === null || !/^(?:127\.|localhost$|\[::1\]$)/.test(address.hostname)) return null
  return (
    <details>
      <summary>The agent runs in a container, or on another machine</summary>
      <p>
        There <code>{address.hostname}</code> is another machine than here. In a container write{' '}
        <code>http://host.docker.internal:{address.port || '80'}</code> in its place, elsewhere the name of this machine; and let the
        gateway listen beyond its own machine: <code>HOST=0.0.0.0 interlingua start</code>
      </p>
    </details>
  )
}
