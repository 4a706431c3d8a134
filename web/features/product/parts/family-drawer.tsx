import Box from '@cloudscape-design/components/box'
import Button from '@cloudscape-design/components/button'
import Drawer from '@cloudscape-design/components/drawer'
import SpaceBetween from '@cloudscape-design/components/space-between'
import TreeView from '@cloudscape-design/components/tree-view'
import { useMemo, useState } from 'react'
import { hierarchy } from '../../../../shared/calls/bml/product/hierarchy.ts'
import { useCall } from '../../../api/use-call.ts'
import { productHref } from '../../../frame/links.ts'
import { useLocale, useTexts } from '../../../texts/texts.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { ScreenLink } from '../../../ui/screen-link.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { tellApart } from '../../../ui/tell-apart.ts'
import { baseList } from '../model/draft.ts'
import { type FamilyNode, familyTree } from '../model/family.ts'
import { useProductPage } from '../page-context.ts'

/** Parents, siblings and children of the product as a tree to walk: each leads to its page, with this drawer open. */
export function FamilyDrawer({ onParent }: { onParent: (() => void) | undefined }) {
  const t = useTexts('product')
  const { locale } = useLocale()
  const { view } = useProductPage()
  const { data, error, mutate } = useCall(hierarchy, { id: view.id })
  const tree = useMemo(() => familyTree(data?.list ?? [], locale), [data, locale])
  const under = useMemo(
    () =>
      tellApart(
        (data?.list ?? []).map((one) => ({
          id: one.id,
          name: one.title,
          parts: [one.companies.join(', ') || undefined],
        })),
      ),
    [data],
  )
  const [closed, setClosed] = useState<readonly string[]>([])
  const expanded = (data?.list ?? []).map(({ id }) => id).filter((id) => !closed.includes(id))
  return (
    <Drawer header={<h2>{t('family.title')}</h2>}>
      <SpaceBetween size="m">
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void mutate()} />
        ) : !data ? (
          <SkeletonLines lines={5} />
        ) : data.list.length < 2 ? (
          <p>{t('family.alone')}</p>
        ) : (
          <TreeView<FamilyNode>
            ariaLabel={t('family.title')}
            items={tree}
            getItemId={(node) => node.id}
            getItemChildren={(node) => (node.children.length > 0 ? node.children : undefined)}
            expandedItems={expanded}
            onItemToggle={({ detail }) =>
              setClosed(detail.expanded ? closed.filter((id) => id !== detail.id) : [...closed, detail.id])
            }
            renderItem={(node) => ({
              announcementLabel: node.title || t('unnamed'),
              content:
                node.id === view.id ? (
                  <strong aria-current="page">{node.title || t('unnamed')}</strong>
                ) : (
                  <ScreenLink href={`${productHref(node.id, baseList)}?drawer=family`}>
                    {node.title || t('unnamed')}
                  </ScreenLink>
                ),
              secondaryContent: (
                <span className="product-muted">
                  {[
                    under.get(node.id),
                    node.archived ? t('lists.archived') : undefined,
                    t('family.lists', { number: node.lists.length }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              ),
            })}
          />
        )}
        {data?.isMore && <Box>{t('references.more', { number: data.list.length })}</Box>}
        {onParent && (
          <Button onClick={onParent}>
            {t(view.data.derivedProductId === undefined ? 'menu.setParent' : 'menu.changeParent')}
          </Button>
        )}
      </SpaceBetween>
    </Drawer>
  )
}
