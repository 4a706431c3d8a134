/** 60 invented companies in twelve countries, with addresses and contact persons. */
import { fixedIds } from '../../shared/constants.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { listId } from './lists.ts'
import { optionId } from './options.ts'
import { countryId, demoCompany, institutionId } from './people.ts'
import { random } from './random.ts'

/** name | street | zip | city | contact's first name | last name */
const rows: Record<string, string> = {
  DE: `
Nordhain Biodünger GmbH|Am Hainbusch 4|29565|Wriedel|Sabine|Nordhain
Erdenreich Naturstoffe GmbH|Kirchfeld 18|84339|Unterdietfurt|Klaus|Wimmer
Havelgrün Agrar KG|Deichweg 7|14715|Milower Land|Antje|Brömmel
Talmühle Futterwerke GmbH|Mühlgraben 1|97318|Kitzingen|Rolf|Ansorge
Klarbach Hygiene GmbH|Industriering 22|49393|Lohne|Heike|Tapken
Moorland Substrate GmbH|Torfstraße 55|26219|Bösel|Jann|Eilers
Sonnenfelder Pflanzenpflege eG|Untere Gasse 9|96242|Sonnefeld|Petra|Zapf
Imkerbedarf Lindenau|Lindenplatz 2|04509|Krostitz|Falk|Jentzsch
Harzer Gesteinsmehl GmbH|Steinbruchweg 30|38875|Elbingerode|Uwe|Kasten
Rapsgold Ölmühle GmbH|Ölmühlenweg 11|17129|Tutow|Silke|Dahm
Wiesengrund Nützlinge GmbH|Gewächshausstraße 3|76776|Neuburg|Tobias|Hellmann
Lüneheide Algenkontor|Heidschnuckenweg 6|21385|Rehlingen|Birte|Cordes`,
  AT: `
Alpenhorn Naturdünger GmbH|Sonnseite 12|8843|St. Peter am Kammersberg|Gerlinde|Moser
Donaugarten Substrate GmbH|Auweg 5|3452|Atzenbrugg|Franz|Haslinger
Steirer Kräuterauszüge OG|Kogelberg 40|8413|St. Georgen|Christa|Prassl
Bergmilch Melkhygiene GmbH|Gewerbepark 8|6341|Ebbs|Hannes|Kitzbichler
Marchfeld Biosaat GmbH|Feldgasse 27|2285|Leopoldsdorf|Eva|Zehetner`,
  CH: `
Juragrund Düngerwerke AG|Rebenweg 14|2560|Nidau|Beat|Aeschbacher
Aaretal Pflanzenschutz AG|Bahnhofstrasse 61|5312|Döttingen|Regula|Keller
Lindenblatt Auszüge GmbH|Im Rank 3|8537|Nussbaumen|Andrin|Frei
Vallée Fleurie Intrants SA|Route du Lac 19|1186|Essertines|Chantal|Rochat
Säntis Futterzusätze AG|Toggenburgerstrasse 88|9652|Neu St. Johann|Urs|Bösch`,
  FR: `
Les Jardins de Kerlann SARL|12 rue des Ajoncs|56400|Plougoumelen|Gwenaëlle|Le Bihan
Terres d’Argoat SAS|Lieu-dit Kerdreux|22160|Callac|Yann|Kerambrun
Coop Vignes et Coteaux|4 avenue des Platanes|34480|Magalas|Hélène|Boudet
Biosève Charentes SAS|ZA Les Ormeaux|17500|Jonzac|Thierry|Moreau
Algomer Roscanvel SARL|Quai du Styvel|29570|Roscanvel|Maïwenn|Tanguy
Apiculture du Causse|Chemin de la Borie 2|46500|Gramat|Lucien|Delpech
Prés Verts Nutrition SAS|8 route de Vire|14350|Le Bény-Bocage|Corinne|Lecoq
Minéraux du Morvan SA|Carrière de la Roche|58140|Lormes|Étienne|Charpy`,
  NL: `
Polderrijk Meststoffen BV|Dijkweg 21|8255|Swifterbant|Marieke|Hofstra
Groene Kas Biologie BV|Tuinderslaan 140|2685|Poeldijk|Sander|Vermeulen
Zeewier Zierikzee BV|Havenpark 9|4301|Zierikzee|Ilse|Dingemanse
De Klaverhoeve Diervoeders|Molenstraat 33|5427|Boekel|Theo|van den Elzen
Helderwater Reiniging BV|Nijverheidsweg 5|7575|Oldenzaal|Karin|Nijhuis`,
  SE: `
Mälarskog Odling AB|Sågvägen 8|645 61|Stallarholmen|Karin|Ekström
Skånska Bladverket AB|Åkergatan 17|273 94|Tomelilla|Johan|Persson
Tångruskan Ekonomisk förening|Fiskehamnen 3|457 40|Fjällbacka|Ingrid|Lysell
Norrfoder AB|Järnvägsgatan 40|922 67|Tavelsjö|Stig|Lundmark
Rent Bruk Hygien AB|Verkstadsvägen 12|531 98|Lidköping|Maria|Ahlqvist`,
  HU: `
Zöldmező Biotrágya Kft.|Fő utca 112|6448|Csávoly|László|Vörös
Tisza Komposzt Zrt.|Gát utca 3|5094|Tiszajenő|Ágnes|Szabó
Napraforgó Növényvédelem Kft.|Ipartelep 9|7143|Őcsény|Gábor|Tóth
Méhes Kertek Bt.|Akácos dűlő 5|8318|Lesencetomaj|Judit|Molnár`,
  IT: `
Terra Buona Concimi Srl|Via dei Gelsi 24|48018|Faenza|Chiara|Montanari
Rame e Zolfo del Piave Srl|Via Argine 7|31010|Cimadolmo|Paolo|Zanette
Olivicola Monte Sereno Scarl|Contrada Pozzo 2|72017|Ostuni|Angela|Carlucci
Latteria Hygiene Valtaro Srl|Strada Fondovalle 15|43043|Borgo Val di Taro|Marco|Belli`,
  ES: `
Abonos Sierra Clara SL|Polígono Las Eras 6|02640|Almansa|Lucía|Tomás
Algas del Cantábrico SL|Muelle Sur 11|39740|Santoña|Iñigo|Ruiz
Fitobiológicos Levante SA|Camino Viejo 80|46470|Albal|Amparo|Soler
Nutrición Dehesa SCoop|Calle Encinar 3|06380|Jerez de los Caballeros|Rafael|Pacheco`,
  HR: `
Slavonski Humus d.o.o.|Vinkovačka 52|32284|Stari Mikanovci|Ivana|Babić
Jadranska Zaštita Bilja d.o.o.|Put Vrila 4|23211|Pakoštane|Ante|Jurić
Istarski Pripravci d.o.o.|Gortanov brijeg 6|52000|Pazin|Nikola|Ružić`,
  RO: `
Ferma Lunca Verde SRL|Strada Morii 18|137005|Aninoasa|Mihaela|Stoica
Compost Bărăgan SRL|Strada Gării 41|925100|Căzănești|Dan|Neagu
Carpat Bio Soluții SA|Calea Brașovului 77|507055|Cristian|Ioana|Popa`,
  BE: `
Kempengroen Meststoffen NV|Heidestraat 29|2460|Kasterlee|Els|Janssens
Ardenne Nature Intrants SPRL|Rue du Moulin 16|6800|Libramont|Benoît|Lambert`,
}
const prefixes: Record<string, string> = {
  DE: '+49',
  AT: '+43',
  CH: '+41',
  FR: '+33',
  NL: '+31',
  SE: '+46',
  HU: '+36',
  IT: '+39',
  ES: '+34',
  HR: '+385',
  RO: '+40',
  BE: '+32',
}
const languages: Record<string, string> = {
  DE: 'de_DE',
  AT: 'de_DE',
  CH: 'de_DE',
  FR: 'fr_FR',
  NL: 'nl_NL',
  SE: 'sv_SE',
  HU: 'hu_HU',
  IT: 'it_IT',
  ES: 'es_ES',
  HR: 'hr_HR',
  RO: 'ro_RO',
  BE: 'nl_NL',
}
const owners: Record<string, string> = {
  DE: 'rhine',
  NL: 'rhine',
  BE: 'rhine',
  CH: 'aare',
  IT: 'aare',
  ES: 'aare',
  AT: 'austria',
  FR: 'france',
  SE: 'sweden',
  HU: 'hungary',
  HR: 'hungary',
  RO: 'hungary',
}
const listOf: Record<string, string> = {
  DE: 'germany',
  AT: 'austria',
  FR: 'france',
  NL: 'netherlands',
  SE: 'sweden',
  HU: 'hungary',
}

/** Letters and digits only, for domains and abbreviations. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .replaceAll('ő', 'o')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')

export interface CompanySeed {
  id: string
  country: string
  owner: string
  data: Record<string, unknown>
}
const draw = random(60)
export const companies: CompanySeed[] = Object.entries(rows)
  .flatMap(([country, lines]) =>
    lines
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ country, line })),
  )
  .map(({ country, line }, index) => {
    const [name = '', street, zip, city, firstName, lastName] = line.split('|')
    const words = plain(name).split(' ').filter(Boolean)
    const domain = `${words.slice(0, 2).join('-').toLowerCase()}.example`
    const phone = () =>
      `${prefixes[country]} ${draw.between(20, 79)} ${draw.between(100, 999)} ${draw.between(10, 99)} ${draw.between(10, 99)}`
    const list = listOf[country] && listId(listOf[country])
    const language = languages[country]
    const hasInvoice = draw.chance(0.5)
    const extraContact = list !== undefined && draw.chance(0.6)
    const isFormer = index % 23 === 17
    return {
      id: index === 0 ? demoCompany : uuidV5(`company/${name}`),
      country,
      owner: owners[country]!,
      data: {
        baseData: {
          name,
          companyAbbreviation: words
            .slice(0, 3)
            .map((w) => w[0]!.toUpperCase())
            .join('')
            .concat(String(index + 1)),
          customerNumber: 20_000 + (index + 1) * 7,
          customerSince: `${draw.between(2005, 2022)}-0${draw.between(1, 9)}-01T04:00:00.000Z`,
          language,
          institution: institutionId(owners[country]!),
          owner: institutionId(owners[country]!),
          groups: draw.chance(0.4) ? [optionId('company-groups', draw.between(0, 1))] : [],
          legalType: optionId('company.type', draw.between(0, 3)),
          website: `https://www.${domain}`,
          sendInvoiceViaEmail: draw.chance(0.7),
          invoiceEmail: `rechnung@${domain}`,
          ...(draw.chance(0.5) && {
            euControlNumber: `${country}-ÖKO-${String(draw.between(1, 60)).padStart(3, '0')}`,
          }),
          ...(isFormer && { terminationDate: '2024-12-31T04:00:00.000Z', notice: 'Vertrag beendet.' }),
        },
        addresses: {
          main: {
            type: 'main',
            street,
            zip,
            city,
            country: countryId(country),
            phone: phone(),
            email: `info@${domain}`,
            website: `https://www.${domain}`,
            _order: 1,
          },
          ...(hasInvoice && {
            invoice: {
              type: 'invoice',
              street: `Postfach ${draw.between(100, 999)}`,
              zip,
              city,
              country: countryId(country),
              visibleToOwnerOnly: true,
              _order: 2,
            },
          }),
        },
        contactPersons: {
          main: {
            isMain: true,
            function: fixedIds.contactFunction.general,
            salutation: optionId('company.person.salutation', index % 2),
            firstName,
            lastName,
            language,
            phone: phone(),
            email: `${plain(firstName!).toLowerCase()}@${domain}`,
            address: 'main',
            _order: 1,
          },
          ...(extraContact && {
            national: {
              function: fixedIds.contactFunction.secondary,
              firstName: draw.pick(['Alex', 'Robin', 'Kim', 'Noa', 'Sascha', 'Dominique']),
              lastName: draw.pick(['Berger', 'Laurent', 'de Wit', 'Lindqvist', 'Nagy', 'Conti']),
              lists: [list],
              language,
              mobile: phone(),
              email: `vertrieb@${domain}`,
              _order: 2,
            },
          }),
          ...(hasInvoice && {
            invoice: {
              function: fixedIds.contactFunction.invoice,
              lastName: draw.pick(['Buchhaltung', 'Finanzen', 'Rechnungswesen']),
              lists: [fixedIds.list.base],
              email: `buchhaltung@${domain}`,
              visibleToOwnerOnly: true,
              address: 'invoice',
              _order: 3,
            },
          }),
        },
      },
    }
  })
