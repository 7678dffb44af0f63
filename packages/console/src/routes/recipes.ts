import { permitsModel } from '@interlingua/access'
import { isLoopback } from '@interlingua/gateway-kernel'
import type { Exposure } from '../access/caller.ts'
import { keyPlaceholder, type Recipe, type RecipeText } from '../api/index.ts'
import { notFound } from '../serve/gate.ts'
import { refuseUnknown } from '../serve/read-input.ts'
import { type Call, type ConsoleRoute, everyRole } from '../serve/route.ts'

/** Agents and libraries that can be pointed at a gateway. */
export interface RecipeSource {
  list(): readonly Recipe[]
  /** Texts of one for a gateway; undefined if there is none. `offered`: ids of the models that the gateway serves. */
  write(
    id: string,
    to: { readonly url: string; readonly key: string; readonly model?: string; readonly offered: readonly string[] },
  ): (Omit<RecipeText, 'alsoAsks' | 'url'> & { readonly asks: readonly string[] }) | undefined
}

/** Routes of recipes. `source` is loaded at the first call. */
export function createRecipeRoutes(source: () => Promise<RecipeSource>, exposure: () => Exposure): readonly ConsoleRoute[] {
  async function writeRecipe(call: Call): Promise<RecipeText> {
    const { gateway, query, parameters, request, person } = call
    refuseUnknown(query, ['model'])
    const key = person.keyId === undefined || person.role !== 'user' ? undefined : await gateway.store.keys.find(person.keyId)
    const offered = [...new Set([...gateway.aliases, ...gateway.channels.flatMap(({ models }) => models.map(({ name }) => name))])].filter(
      (id) => permitsModel(key, id),
    )
    const model = query.get('model')
    const url = urlOf(request.headers.host, exposure())
    const made = (await source()).write(parameters['id'] ?? '', {
      url,
      key: keyPlaceholder,
      offered,
      ...(model && { model }),
    })
    if (made === undefined) throw notFound()
    const { asks, ...text } = made
    const format = text.speaks ?? gateway.formats.ids[0] ?? ''
    const alsoAsks = asks.map((id) => {
      const [target] = gateway.candidates(id, format).targets
      return { model: id, ...(target && { channel: target.channel.name }) }
    })
    return { ...text, url, alsoAsks }
  }

  return [
    {
      method: 'GET',
      path: '/recipes',
      summary: 'Lists agents and libraries that can be pointed at the gateway',
      roles: everyRole,
      serve: async () => ({ rows: (await source()).list() }),
    },
    {
      method: 'GET',
      path: '/recipes/{id}',
      summary: 'Writes what an agent or library needs to reach the gateway',
      roles: everyRole,
      serve: writeRecipe,
    },
  ]
}

/** Address under which the caller reached the gateway, which is also that of its agents. */
function urlOf(host: string | undefined, { publicUrl }: Exposure): string {
  const asked = host === undefined ? null : URL.parse(`http://${host}`)
  if (publicUrl !== undefined && (asked === null || !isLoopback(asked.hostname))) return new URL(publicUrl).origin
  return asked?.origin ?? 'http://127.0.0.1:8787'
}
