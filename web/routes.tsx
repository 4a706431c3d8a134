/**
 * The one table of routes: address, name, who may open it, group of the navigation, screen. Navigation, guards, page
 * search and titles are read from it.
 */
import type { Preview } from './features/admin/entry-preview.tsx'
import { type Place, places } from './features/admin/places.ts'
import type { AppRoute } from './frame/route.ts'
import { loadTexts } from './texts/texts.ts'
import { latePart } from './ui/late-part.ts'

/** How entries of administration data are seen where they are used, by their class. */
const previews = {
  fielddefinition: latePart(async () => {
    const [part] = await Promise.all([import('./features/product/field-preview.tsx'), loadTexts('product')])
    return part.FieldPreview
  }),
}

export const appRoutes: readonly AppRoute[] = [
  {
    path: '/',
    name: 'productList',
    permission: 'editor',
    group: 'products',
    texts: 'products',
    lazy: () => import('./features/products/list-screen.tsx').then((m) => m.ProductListScreen),
  },
  {
    path: '/product/:productId/:listId?/:rev?',
    name: 'product',
    permission: 'editor',
    group: 'products',
    hideInNav: true,
    texts: 'product',
    lazy: () => import('./features/product/product-screen.tsx').then((m) => m.ProductScreen),
  },
  {
    path: '/company/list',
    name: 'companyList',
    permission: 'editor',
    group: 'companies',
    texts: 'companies',
    lazy: () => import('./features/companies/list-screen.tsx').then((m) => m.CompanyListScreen),
  },
  {
    path: '/company/view/:companyId',
    name: 'company',
    permission: 'editor',
    group: 'companies',
    hideInNav: true,
    texts: 'companies',
    lazy: () => import('./features/companies/company-screen.tsx').then((m) => m.CompanyScreen),
  },
  {
    path: '/company/merge',
    name: 'CompanyMerge',
    permission: 'editor',
    group: 'companies',
    // It is about two companies of the list.
    hideInNav: true,
    texts: 'companies',
    lazy: () => import('./features/companies/merge-screen.tsx').then((m) => m.MergeScreen),
  },
  {
    path: '/invoice/list',
    name: 'invoiceList',
    permission: 'admin',
    group: 'invoices',
    texts: 'invoices',
    lazy: () => import('./features/invoices/list-screen.tsx').then((m) => m.InvoiceListScreen),
  },
  {
    path: '/invoice/run/:jobId',
    name: 'invoiceRun',
    permission: 'admin',
    group: 'invoices',
    hideInNav: true,
    texts: 'invoices',
    lazy: () => import('./features/invoices/run/run-screen.tsx').then((m) => m.RunScreen),
  },
  {
    path: '/invoice/picture',
    name: 'invoicePicture',
    permission: 'admin',
    group: 'invoices',
    hideInNav: true,
    texts: 'invoices',
    lazy: () => import('./features/invoices/picture-screen.tsx').then((m) => m.InvoicePictureScreen),
  },
  {
    path: '/invoice/view/:invoiceId',
    name: 'invoice',
    // Its institution's editors read it, and who it was sent to.
    permission: 'registered',
    group: 'invoices',
    hideInNav: true,
    texts: 'invoices',
    lazy: () => import('./features/invoices/invoice-screen.tsx').then((m) => m.InvoiceScreen),
  },
  {
    path: '/admin/feeschedule',
    name: 'feeSchedule',
    permission: 'admin',
    group: 'invoices',
    texts: 'fees',
    lazy: () => import('./features/admin/fees/list-screen.tsx').then((m) => m.FeeSchedulesScreen),
  },
  {
    path: '/admin/feeschedule/:scheduleId',
    name: 'oneFeeSchedule',
    permission: 'admin',
    group: 'invoices',
    hideInNav: true,
    texts: 'fees',
    lazy: () => import('./features/admin/fees/schedule-screen.tsx').then((m) => m.FeeScheduleScreen),
  },
  {
    path: '/user/messagecenter',
    name: 'MessageCenter',
    permission: 'registered',
    group: 'communication',
    texts: 'messages',
    lazy: () => import('./features/messages/index.ts').then((m) => m.MessageCentreScreen),
  },
  {
    path: '/user/messagecenter/detail/:conversationId',
    name: 'MessagingDetail',
    permission: 'registered',
    group: 'communication',
    hideInNav: true,
    texts: 'messages',
    lazy: () => import('./features/messages/index.ts').then((m) => m.MessagingDetailScreen),
  },
  {
    path: '/user/notes',
    name: 'notes',
    permission: 'registered',
    group: 'communication',
    icon: 'contact',
    texts: 'notes',
    lazy: () => import('./features/notes/notes-screen.tsx').then((m) => m.NotesScreen),
  },
  {
    path: '/jobs',
    name: 'jobs',
    permission: 'editor',
    group: 'system',
    // As in the bar.
    icon: 'status-in-progress',
    texts: 'jobs',
    lazy: () => import('./features/jobs/jobs-screen.tsx').then((m) => m.JobsScreen),
  },
  {
    path: '/admin/schedules',
    name: 'schedules',
    permission: 'admin',
    group: 'system',
    icon: 'calendar',
    texts: 'jobs',
    lazy: () => import('./features/jobs/schedules-screen.tsx').then((m) => m.SchedulesScreen),
  },
  {
    path: '/admin/system',
    name: 'systemState',
    permission: 'admin',
    group: 'system',
    icon: 'status-positive',
    texts: 'jobs',
    lazy: () => import('./features/jobs/system-screen.tsx').then((m) => m.SystemScreen),
  },
  ...places.map(
    ({ entityclass, described = entityclass, path, name, permission, group }: Place): AppRoute => ({
      path,
      name,
      permission,
      group,
      texts: 'admin',
      lazy: () =>
        import('./features/admin/screens.tsx').then((m) =>
          m.screenOf(described, (previews as Record<string, Preview>)[described]),
        ),
    }),
  ),
]
