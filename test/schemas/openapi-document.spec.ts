import { expect } from 'chai';
import { DESCRIPTION_FIELDS } from '../../events/deposit-description.js';
import { readOpenApi } from '../../schemas/openapi-document.js';
import { openApiProblems } from '../../schemas/openapi-problems.js';

for (const name of ['preservation', 'storage'] as const) {
  describe(`the OpenAPI document of the ${name} service`, () => {
    it('passes a linter that others wrote, its examples included', async () => {
      expect(await openApiProblems(name)).to.deep.equal([]);
    });

    it('says of each operation, tag and parameter what it is for, and has nothing that generators stop at', () => {
      const { paths, components, ...rest } = readOpenApi(name);
      const parts = Object.entries(paths).flatMap(([path, { parameters = [], ...item }]) => [
        ...parameters.map((each) => [path, each] as const),
        ...Object.entries(item).flatMap(([method, operation]) => [
          [`${method} ${path}`, operation] as const,
          ...(operation.parameters ?? []).map((each) => [`${method} ${path}`, each] as const),
        ]),
      ]);
      const tags = (rest as unknown as { readonly tags: readonly object[] }).tags.map((tag) => ['tag', tag] as const);
      const shared = Object.entries(components['parameters'] ?? {}) as [string, object][];
      const silent = [...parts, ...tags, ...shared].filter(([, part]) => !('$ref' in part || 'description' in part));
      expect(silent).to.deep.equal([]);
      expect(JSON.stringify(components), 'a property that is nothing but null').to.not.match(
        /"[^"]+":\{"type":"null"[^}]*\}/,
      );
      expect(JSON.stringify(components), 'a boolean of listed values, which no Java client compiles with').to.not.match(
        /\{"type":"boolean"[^}]*"(enum|const)"/,
      );
    });

    it('stands alone: every reference in it leads to one of its own components', () => {
      const document = readOpenApi(name);
      const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = '']) => target);
      expect(references).to.not.be.empty;
      for (const reference of references) {
        const [, kind = '', component = ''] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(reference) ?? [];
        expect(document.components[kind], reference).to.have.property(component);
      }
    });

    it('tells of the name of the client for each operation that needs a token', () => {
      const { paths, components, security } = readOpenApi(name);
      expect(components['securitySchemes']?.['clientIdentity']).to.include({ in: 'header', name: 'X-Client-Identity' });
      expect(security).to.deep.equal([{ bearer: [] }, { bearer: [], clientIdentity: [] }]);
      const others = Object.values(paths).flatMap((item) =>
        Object.values(item).filter((operation) => 'security' in operation && operation.security.length !== 0),
      );
      expect(others).to.deep.equal([]);
    });

    it('brings in no component that nothing refers to', () => {
      const document = readOpenApi(name);
      const text = JSON.stringify(document);
      const unused = Object.entries(document.components).flatMap(([kind, entries]) =>
        Object.keys(entries).filter(
          (entry) => !text.includes(kind === 'securitySchemes' ? `"${entry}":[` : `"#/components/${kind}/${entry}"`),
        ),
      );
      expect(unused).to.deep.equal([]);
    });
  });
}

describe('the OpenAPI document of the preservation service', () => {
  const { schemas } = readOpenApi('preservation').components;
  for (const name of ['DepositRequest', 'ExportedDepositRequest', 'DepositPatch', 'Deposit'])
    it(`has every field of a deposit's description in ${name}`, () => {
      expect(schemas?.[name]).to.have.property('properties').that.includes.all.keys(DESCRIPTION_FIELDS);
    });

  it("requires every field of a deposit's description in answers", () => {
    expect(schemas?.['Deposit']).to.have.property('required').that.includes.members(DESCRIPTION_FIELDS);
  });

  const KINDS: Readonly<Record<string, readonly string[]>> = {
    DigestMetadata: ['digest'],
    FileFormatMetadata: ['digest', 'size', 'pronomKey', 'formatName', 'contentType', 'originalName', 'storageLocation'],
    ExifMetadata: ['tags'],
    VirusScanMetadata: ['hasVirus', 'virusFound', 'virusDefinition'],
    ExtentMetadata: ['pixelWidth', 'pixelHeight', 'duration'],
    StorageMetadata: ['originalName', 'storageLocation'],
    ToolOutput: ['contentType', 'content'],
  };

  it('tells the kinds of metadata apart by their type (preservation 2.8)', () => {
    const mapping = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, `#/components/schemas/${kind}`]));
    const oneOf = Object.values(mapping).map(($ref) => ({ $ref }));
    expect(schemas?.['Metadata']).to.deep.include({ oneOf, discriminator: { propertyName: 'type', mapping } });
  });

  for (const [kind, own] of Object.entries(KINDS))
    it(`has the properties of ${kind} (preservation 2.8)`, () => {
      const { properties, required } = (schemas?.[kind] ?? {}) as {
        readonly properties: object;
        readonly required: string[];
      };
      expect(properties).to.have.all.keys('type', 'source', 'timestamp', ...own);
      expect(required).to.have.members(Object.keys(properties));
    });
});
