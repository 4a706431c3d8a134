/** Pointer of the first value that another entity holds, for dry runs; writing asks the store itself. */
export async function takenValues(
  entities: { findUnique(key: string): Promise<string | undefined> },
  id: string,
  keys: string[],
): Promise<string | undefined> {
  for (const key of keys) {
    const holder = await entities.findUnique(key)
    if (holder !== undefined && holder !== id) return key.split('#')[1]
  }
  return undefined
}
