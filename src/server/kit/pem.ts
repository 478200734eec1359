const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

/** The certificates of a PEM text, one by one. */
export const certificatesIn = (pem: string): string[] => pem.match(BLOCK) ?? []
