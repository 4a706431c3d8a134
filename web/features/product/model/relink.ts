import type { JsonPatch } from '../../../../shared/model/entity.ts'
import type { ProductData } from '../../../../shared/model/product.ts'
import { pointerToken, sameValue } from '../../../../shared/rules/values.ts'

/**
 * Links fields to the parent again that were linked to it in `before`, as far as nobody has changed them since `after`, when
 * they had become the lists' own.
 */
export function relinkPatch(before: ProductData, after: ProductData, now: ProductData): JsonPatch {
  const patch: JsonPatch = []
  for (const [id, list] of Object.entries(before.listData)) {
    const [then, is] = [after.listData[id], now.listData[id]]
    if (!then || !is) continue
    for (const [key, source] of Object.entries(list._linked)) {
      if (source !== 'derived' || is._linked[key] === 'derived') continue
      if (!sameValue(then[key], is[key]) || then._linked[key] !== is._linked[key]) continue
      const at = `/listData/${id}`
      if (Object.hasOwn(is, key)) patch.push({ op: 'remove', path: `${at}/${pointerToken(key)}` })
      patch.push({ op: 'add', path: `${at}/_linked/${pointerToken(key)}`, value: 'derived' })
    }
  }
  return patch
}

/** Fields of all lists that read from the parent. */
export const linkedToParent = (data: ProductData): number =>
  Object.values(data.listData).reduce(
    (n, { _linked }) => n + Object.values(_linked).filter((source) => source === 'derived').length,
    0,
  )
