// An organisation's OpenID Connect provider for make test-team: oidc-provider with people, groups and one robot.
// Usage: node provider.mjs PORT CONFIGURATION, a JSON object {algorithm, audience, keys: [JWK…], robotSecret}
import { createServer } from "node:http";
import Provider from "oidc-provider";

const port = Number(process.argv[2]);
const { algorithm, audience, keys, robotSecret } = JSON.parse(process.argv[3]);
const issuer = `http://127.0.0.1:${port}`;

const GROUPS = { ada: ["staff", "lab"], bob: ["guests"], robot: ["staff"] };

const provider = new Provider(issuer, {
  jwks: { keys },
  clients: [
    {
      client_id: "bookwheel-desktop",
      token_endpoint_auth_method: "none",
      application_type: "native",
      grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: algorithm,
    },
    {
      client_id: "robot",
      client_secret: robotSecret,
      grant_types: ["client_credentials"],
      response_types: [],
      redirect_uris: [],
      id_token_signed_response_alg: algorithm,
    },
  ],
  enabledJWA: { idTokenSigningAlgValues: ["RS256", "PS256", "ES256", "EdDSA"] },
  features: {
    deviceFlow: { enabled: true },
    clientCredentials: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => "urn:bookwheel:reader",
      useGrantedResource: () => true,
      getResourceServerInfo: (_context, resource) => ({
        scope: "",
        audience: resource === "urn:bookwheel:reader" ? audience : resource,
        accessTokenFormat: "jwt",
        accessTokenTTL: 300,
        jwt: { sign: { alg: algorithm } },
      }),
    },
  },
  findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  extraTokenClaims: (_context, token) => ({ groups: GROUPS[token.accountId ?? token.clientId] ?? [] }),
  issueRefreshToken: () => true,
  rotateRefreshToken: true,
  cookies: { keys: ["only for tests"] },
});

createServer(provider.callback()).listen(port, "127.0.0.1", () => console.log("ready"));
