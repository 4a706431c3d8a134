/** Select options of all 21 types. */
import { fixedIds } from '../../shared/constants.ts'
import { uuidV5 } from '../fixed-ids.ts'
import { t } from './titles.ts'

const same = (text: string) => Array(10).fill(text).join('|')
const options: Record<string, string[]> = {
  'upload-types-product': [
    'Etikett|Label|Etiqueta|Étiquette|Címke|Etichetta|Etiket|Etichetă|Etiketa|Etikett',
    'Sicherheitsdatenblatt|Safety data sheet|Ficha de seguridad|Fiche de sécurité|Biztonsági adatlap|Scheda di sicurezza|Veiligheidsblad|Fișă de securitate|Sigurnosni list|Säkerhetsdatablad',
    'Analyse|Analysis|Análisis|Analyse|Elemzés|Analisi|Analyse|Analiză|Analiza|Analys',
    'Rezepturerklärung|Recipe statement|Declaración de receta|Déclaration de recette|Receptúranyilatkozat|Dichiarazione di ricetta|Receptuurverklaring|Declarație de rețetă|Izjava o recepturi|Receptintyg',
  ],
  'upload-types-company': [
    'Vertrag|Contract|Contrato|Contrat|Szerződés|Contratto|Contract|Contract|Ugovor|Avtal',
    'Zertifikat|Certificate|Certificado|Certificat|Tanúsítvány|Certificato|Certificaat|Certificat|Certifikat|Certifikat',
  ],
  'person-types': [
    'Vertrieb|Sales|Ventas|Ventes|Értékesítés|Vendite|Verkoop|Vânzări|Prodaja|Försäljning',
    'Qualitätssicherung|Quality assurance|Control de calidad|Assurance qualité|Minőségbiztosítás|Controllo qualità|Kwaliteitszorg|Asigurarea calității|Osiguranje kvalitete|Kvalitetssäkring',
  ],
  controlbody: [
    'Kontrollstelle Feldmark|Feldmark control body|Organismo de control Feldmark|Organisme de contrôle Feldmark|Feldmark ellenőrző szervezet|Organismo di controllo Feldmark|Controleorgaan Feldmark|Organism de control Feldmark|Kontrolno tijelo Feldmark|Kontrollorganet Feldmark',
    'Kontrollstelle Ostwind|Ostwind control body|Organismo de control Ostwind|Organisme de contrôle Ostwind|Ostwind ellenőrző szervezet|Organismo di controllo Ostwind|Controleorgaan Ostwind|Organism de control Ostwind|Kontrolno tijelo Ostwind|Kontrollorganet Ostwind',
  ],
  'cert-standards': [
    'Umweltmanagement|Environmental management|Gestión ambiental|Management environnemental|Környezetirányítás|Gestione ambientale|Milieumanagement|Management de mediu|Upravljanje okolišem|Miljöledning',
    'Qualitätsmanagement|Quality management|Gestión de la calidad|Management de la qualité|Minőségirányítás|Gestione della qualità|Kwaliteitsmanagement|Managementul calității|Upravljanje kvalitetom|Kvalitetsledning',
    'Futtermittelsicherheit|Feed safety|Seguridad de piensos|Sécurité des aliments|Takarmánybiztonság|Sicurezza dei mangimi|Voederveiligheid|Siguranța furajelor|Sigurnost hrane za životinje|Fodersäkerhet',
  ],
  'risk-phrase': [
    'Verursacht schwere Augenreizung|Causes serious eye irritation|Provoca irritación ocular grave|Provoque une sévère irritation des yeux|Súlyos szemirritációt okoz|Provoca grave irritazione oculare|Veroorzaakt ernstige oogirritatie|Provoacă o iritare gravă a ochilor|Uzrokuje jako nadraživanje oka|Orsakar allvarlig ögonirritation',
    'Verursacht Hautreizungen|Causes skin irritation|Provoca irritación cutánea|Provoque une irritation cutanée|Bőrirritáló hatású|Provoca irritazione cutanea|Veroorzaakt huidirritatie|Provoacă iritarea pielii|Nadražuje kožu|Irriterar huden',
    'Sehr giftig für Wasserorganismen|Very toxic to aquatic life|Muy tóxico para los organismos acuáticos|Très toxique pour les organismes aquatiques|Nagyon mérgező a vízi élővilágra|Molto tossico per gli organismi acquatici|Zeer giftig voor in het water levende organismen|Foarte toxic pentru mediul acvatic|Vrlo otrovno za vodeni okoliš|Mycket giftigt för vattenlevande organismer',
    'Kann gegenüber Metallen korrosiv sein|May be corrosive to metals|Puede ser corrosivo para los metales|Peut être corrosif pour les métaux|Fémekre korrozív hatású lehet|Può essere corrosivo per i metalli|Kan bijtend zijn voor metalen|Poate fi corosiv pentru metale|Može nagrizati metale|Kan vara korrosivt för metaller',
  ],
  origin: [
    'pflanzlich|plant|vegetal|végétale|növényi|vegetale|plantaardig|vegetală|biljno|vegetabiliskt',
    'tierisch|animal|animal|animale|állati|animale|dierlijk|animală|životinjsko|animaliskt',
    'mineralisch|mineral|mineral|minérale|ásványi|minerale|mineraal|minerală|mineralno|mineraliskt',
    'mikrobiell|microbial|microbiano|microbienne|mikrobiális|microbica|microbieel|microbiană|mikrobno|mikrobiellt',
  ],
  quality: [
    'ökologisch|organic|ecológica|biologique|ökológiai|biologica|biologisch|ecologică|ekološka|ekologisk',
    'konventionell|conventional|convencional|conventionnelle|hagyományos|convenzionale|gangbaar|convențională|konvencionalna|konventionell',
    'Wildsammlung|wild collection|recolección silvestre|cueillette sauvage|vadon gyűjtött|raccolta spontanea|wildpluk|culegere din flora spontană|samoniklo bilje|viltplockad',
  ],
  'keeping-type': [
    'Rinder|Cattle|Bovinos|Bovins|Szarvasmarha|Bovini|Runderen|Bovine|Goveda|Nötkreatur',
    'Schweine|Pigs|Porcinos|Porcins|Sertés|Suini|Varkens|Porcine|Svinje|Grisar',
    'Geflügel|Poultry|Aves de corral|Volailles|Baromfi|Pollame|Pluimvee|Păsări|Perad|Fjäderfä',
    'Bienen|Bees|Abejas|Abeilles|Méhek|Api|Bijen|Albine|Pčele|Bin',
  ],
  nutrient: [
    'Stickstoff (N)|Nitrogen (N)|Nitrógeno (N)|Azote (N)|Nitrogén (N)|Azoto (N)|Stikstof (N)|Azot (N)|Dušik (N)|Kväve (N)',
    'Phosphat (P₂O₅)|Phosphate (P₂O₅)|Fosfato (P₂O₅)|Phosphate (P₂O₅)|Foszfát (P₂O₅)|Fosfato (P₂O₅)|Fosfaat (P₂O₅)|Fosfat (P₂O₅)|Fosfat (P₂O₅)|Fosfat (P₂O₅)',
    'Kaliumoxid (K₂O)|Potash (K₂O)|Potasa (K₂O)|Potasse (K₂O)|Kálium-oxid (K₂O)|Potassa (K₂O)|Kali (K₂O)|Potasă (K₂O)|Kalijev oksid (K₂O)|Kaliumoxid (K₂O)',
    'Magnesium (Mg)|Magnesium (Mg)|Magnesio (Mg)|Magnésium (Mg)|Magnézium (Mg)|Magnesio (Mg)|Magnesium (Mg)|Magneziu (Mg)|Magnezij (Mg)|Magnesium (Mg)',
    'Rohprotein|Crude protein|Proteína bruta|Protéine brute|Nyersfehérje|Proteina grezza|Ruw eiwit|Proteină brută|Sirove bjelančevine|Råprotein',
  ],
  'nutrient-fum': [
    'wasserlöslich|water-soluble|soluble en agua|soluble dans l’eau|vízoldható|solubile in acqua|oplosbaar in water|solubil în apă|topljivo u vodi|vattenlöslig',
    'gesamt|total|total|total|összes|totale|totaal|total|ukupno|totalt',
    'organisch gebunden|organically bound|ligado orgánicamente|lié organiquement|szervesen kötött|legato organicamente|organisch gebonden|legat organic|organski vezano|organiskt bundet',
  ],
  unit: [
    same('%'),
    same('g/l'),
    same('kg'),
    same('l'),
    same('g'),
    same('ml'),
    same('t'),
    'Stück|piece|unidad|pièce|darab|pezzo|stuk|bucată|komad|styck',
  ],
  'company-groups': [
    'Erstanmelder|First applicant|Primer solicitante|Premier demandeur|Első bejelentő|Primo richiedente|Eerste aanvrager|Prim solicitant|Prvi prijavitelj|Första sökande',
    'Verbandsmitglied|Association member|Miembro de asociación|Membre d’association|Szövetségi tag|Membro di associazione|Verenigingslid|Membru al asociației|Član udruge|Förbundsmedlem',
  ],
  'company.type': [
    'Gesellschaft mit beschränkter Haftung|Limited company|Sociedad limitada|Société à responsabilité limitée|Korlátolt felelősségű társaság|Società a responsabilità limitata|Besloten vennootschap|Societate cu răspundere limitată|Društvo s ograničenom odgovornošću|Aktiebolag',
    'Aktiengesellschaft|Public company|Sociedad anónima|Société anonyme|Részvénytársaság|Società per azioni|Naamloze vennootschap|Societate pe acțiuni|Dioničko društvo|Publikt aktiebolag',
    'Genossenschaft|Cooperative|Cooperativa|Coopérative|Szövetkezet|Cooperativa|Coöperatie|Cooperativă|Zadruga|Kooperativ',
    'Einzelunternehmen|Sole trader|Empresa individual|Entreprise individuelle|Egyéni cég|Ditta individuale|Eenmanszaak|Întreprindere individuală|Obrt|Enskild firma',
  ],
  'company.person.title': [same('Dr.'), same('Prof.'), same('Ing.'), same('MSc')],
  'company.person.salutation': [
    'Frau|Ms|Sra.|Madame|asszony|Signora|Mevrouw|Doamna|Gospođa|Fru',
    'Herr|Mr|Sr.|Monsieur|úr|Signor|De heer|Domnul|Gospodin|Herr',
    'Guten Tag|Dear|Buenos días|Bonjour|Jó napot|Buongiorno|Goedendag|Bună ziua|Dobar dan|God dag',
  ],
  'invoice-flags': [
    'Neuaufnahme|New listing|Nuevo registro|Nouvelle inscription|Új felvétel|Nuova iscrizione|Nieuwe opname|Înscriere nouă|Novi upis|Ny upptagning',
    'Gebührenfrei|Free of charge|Sin tasas|Sans frais|Díjmentes|Esente da tariffa|Kosteloos|Fără taxe|Bez naknade|Avgiftsfri',
  ],
  'invoice-our-sign': [same('JB'), same('ME'), same('LH')],
  'invoice-special-items-text': [
    'Zusätzliche Prüfung|Additional assessment|Evaluación adicional|Évaluation supplémentaire|Kiegészítő vizsgálat|Valutazione aggiuntiva|Extra toetsing|Evaluare suplimentară|Dodatna procjena|Ytterligare granskning',
    'Eilzuschlag|Express surcharge|Recargo urgente|Supplément express|Sürgősségi felár|Supplemento urgenza|Spoedtoeslag|Taxă de urgență|Dodatak za hitnost|Expressavgift',
  ],
  'message-folder': [
    'Rückfragen|Queries|Consultas|Questions|Kérdések|Domande|Vragen|Întrebări|Upiti|Frågor',
    'Erledigt|Done|Resuelto|Terminé|Kész|Concluso|Afgehandeld|Rezolvat|Gotovo|Klart',
  ],
  'message-subject': [
    'Fehlende Unterlagen|Missing documents|Documentos pendientes|Documents manquants|Hiányzó dokumentumok|Documenti mancanti|Ontbrekende documenten|Documente lipsă|Nedostaju dokumenti|Saknade handlingar',
    'Frage zum Produkt|Question about the product|Pregunta sobre el producto|Question sur le produit|Kérdés a termékről|Domanda sul prodotto|Vraag over het product|Întrebare despre produs|Pitanje o proizvodu|Fråga om produkten',
  ],
}
const contactFunctions: [string, string][] = [
  [
    fixedIds.contactFunction.general,
    'Allgemeiner Kontakt|General contact|Contacto general|Contact général|Általános kapcsolattartó|Contatto generale|Algemeen contact|Contact general|Opći kontakt|Allmän kontakt',
  ],
  [
    fixedIds.contactFunction.invoice,
    'Rechnungskontakt|Invoice contact|Contacto de facturación|Contact de facturation|Számlázási kapcsolattartó|Contatto fatturazione|Factuurcontact|Contact facturare|Kontakt za račune|Fakturakontakt',
  ],
  [
    fixedIds.contactFunction.secondary,
    'Weiterer Kontakt|Further contact|Otro contacto|Autre contact|További kapcsolattartó|Altro contatto|Ander contact|Alt contact|Dodatni kontakt|Annan kontakt',
  ],
]
/** Id of the n-th option of a type, counted from 0. */
export const optionId = (type: string, n: number) => uuidV5(`selectoption/${type}/${n}`)
export const optionIds = (type: string) => options[type]!.map((_, n) => optionId(type, n))
export const selectOptions = [
  ...contactFunctions.map(([id, title], n) => ({
    id,
    data: { type: 'person-types', title: t(title), order: n },
  })),
  ...Object.entries(options).flatMap(([type, titles]) =>
    titles.map((title, n) => ({
      id: optionId(type, n),
      data: { type, title: t(title), order: (type === 'person-types' ? contactFunctions.length : 0) + n },
    })),
  ),
]
