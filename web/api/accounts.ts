/** Accounts by name, for administrators: they alone are told of all. */
import { useMemo } from 'react'
import { execute } from '../../shared/calls/search/search/execute.ts'
import type { Row } from '../../shared/model/answers.ts'
import { allHits, firstPage } from './all-hits.ts'
import { isRow } from './hits.ts'
import { useCall } from './use-call.ts'

interface KnownAccount {
  name: string
  /** Of staff who can use it today: others are named, but not offered. */
  isOffered: boolean
  isActive: boolean
}
const input = {
  entityClass: 'account',
  columns: ['staticData.fullname', 'userData.fullname', 'active'],
  pagination: firstPage,
}
function known({ id, columns }: Row): KnownAccount {
  const staff = columns['staticData.fullname']
  return {
    name: String(staff ?? columns['userData.fullname'] ?? id),
    isOffered: staff !== undefined && columns['active'] === true,
    isActive: columns['active'] === true,
  }
}

/** All accounts by id; none until they are there, and while nobody wants them. */
export function useAccounts(isWanted: boolean): ReadonlyMap<string, KnownAccount> {
  const { data } = useCall(execute, isWanted ? input : null, { send: allHits })
  return useMemo(() => new Map(data?.list.filter(isRow).map((row) => [row.id, known(row)])), [data])
}
