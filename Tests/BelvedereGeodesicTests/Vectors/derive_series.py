"""Derives the series coefficients of the geodesic and rhumb solvers (needs sympy; a minute).

Every series is expanded from its defining integral; nothing is looked up.
"""
from sympy import *
n, e, t, s = symbols("n e t s")
N = 6

def binom_series(p, order):
    """Fourier coefficients c_j(e), j >= 0, of (1 - 2 e cos x + e^2)^p as c_0 + 2 sum c_j cos jx."""
    cs = []
    for j in range(order + 1):
        c = 0
        i = 0
        while 2 * i + j <= order:
            c += binomial(p, i) * binomial(p, i + j) * (-e) ** (2 * i + j)
            i += 1
        cs.append(expand(c))
    return cs

def trunc(x, v, order):
    x = expand(x)
    return expand(sum(x.coeff(v, k) * v**k for k in range(order + 1)))

def show(name, cs):
    for i, c in cs:
        print(name, i, [ (k, c.coeff(e, k)) for k in range(N + 1) if c.coeff(e, k) != 0])

def ratio(a, b, order):
    return trunc(series(a / b, e, 0, order + 1).removeO(), e, order)

# I1: sqrt(1 + k^2 sin^2) = (1 - 2 e cos 2s + e^2)^(1/2) / (1 - e)
c = binom_series(Rational(1, 2), N)
print("A1*(1-e):", c[0])
C1 = [(l, ratio(2 * c[l] / (2 * l), c[0], N)) for l in range(1, N + 1)]
show("C1", C1)
# I2: (1 - e) (1 - 2 e cos 2s + e^2)^(-1/2)
d = binom_series(Rational(-1, 2), N)
print("A2/(1-e):", d[0])
show("C2", [(l, ratio(2 * d[l] / (2 * l), d[0], N)) for l in range(1, N + 1)])

# Reversion tau = s + sum C1 sin 2ls by fixed-point iteration in exponentials.
def fourier_sin_reversion(C, order, v):
    z = symbols("z")  # z = exp(i * 2 tau)
    def shift(D):
        # B(tau + D(tau)), B = sum C_l sin(2 l s); D a list of sine coefficients.
        x = symbols("x")
        Dz = sum(Dl * (z**l - z**-l) / (2 * I) for l, Dl in D)
        total = 0
        for l, cl in C:
            arg = 2 * I * l * Dz
            ex, term = 1, 1
            for k in range(1, order + 1):
                term = trunc(expand(term * arg / k), v, order)
                ex += term
            emx, term = 1, 1
            for k in range(1, order + 1):
                term = trunc(expand(term * -arg / k), v, order)
                emx += term
            total += cl * (z**l * ex - z**-l * emx) / (2 * I)
        return trunc(expand(total), v, order)
    D = []
    for _ in range(order):
        total = shift(D)
        D = [(l, expand(-2 * I * total.coeff(z, l))) for l in range(1, order + 1)]
    return D
def rev(C, order, v):
    D = fourier_sin_reversion(C, order, v)
    return [(l, d) for l, d in D]
D = rev(C1, N, e)
show("C1p", D)
D = [(l, expand(d)) for l, d in D]

# I3: (2 - f) / (1 + (1 - f) W), f = 2n/(1+n), W = sqrt(1 - 2 e cos x + e^2)/(1 - e)
M = 5
x, z = symbols("x z")
f = 2 * n / (1 + n)
Wt = 0
for j, cj in enumerate(binom_series(Rational(1, 2), M)):
    Wt += cj if j == 0 else cj * (z**j + z**-j)
inv = sum(e**k for k in range(M + 1))
W = trunc(expand(Wt * inv), e, M)
# integrand as a function of (n, W): expand in t with n->tn, W-1 -> t w
w = symbols("w")
g = ((2 - f) / (1 + (1 - f) * (1 + w)))
g = simplify(g)
ser = 0
gt = series(g.subs({n: t * n, w: t * w}), t, 0, M + 1).removeO()
gt = expand(expand(gt).subs(t, 1))
dW = expand(W - 1)
def trunc2(ex):
    ex = expand(ex)
    p = Poly(ex * 1, n, e)
    return sum(cf * n**a * e**b for (a, b), cf in p.terms() if a + b <= M)
pw = [Integer(1)]
for k in range(M):
    pw.append(trunc2(expand(pw[-1] * dW)))
G = 0
for k in range(M + 1):
    G += gt.coeff(w, k) * pw[k]
G = trunc2(expand(G))
G = expand(G)
A3 = G.coeff(z, 0)
for j in range(M + 1):
    print("A3", j, [A3.coeff(e, j).coeff(n, a) for a in range(M + 1 - j)])
def div2(a, b):
    # a / b truncated, b = 1 + small
    b1 = expand(1 - b)
    r, term = 0, a
    for _ in range(M + 1):
        r += term
        term = trunc2(expand(term * b1))
    return trunc2(expand(r))
for l in range(1, M + 1):
    c3 = div2(expand(2 * G.coeff(z, l) / (2 * l)), A3)
    for j in range(l, M + 1):
        print("C3", l, j, [c3.coeff(e, j).coeff(n, a) for a in range(M + 1 - j)])

# I4
X = symbols("X", positive=True)
tx = series(X + sqrt(1 + 1 / X) * asinh(sqrt(X)), X, 0, M + 3)
tx = expand(tx.removeO())
tm = [tx.coeff(X, k) for k in range(M + 2)]
print("t", tm)
# n = n/(1-n)^2*4 ; k2 = 4e/(1-e)^2
ep2 = trunc(series(4 * n / (1 - n) ** 2, n, 0, M + 1).removeO(), n, M)
k2 = trunc(series(4 * e / (1 - e) ** 2, e, 0, M + 1).removeO(), e, M)
sin2 = (2 - z - 1 / z) / 4  # z = exp(2 i sigma)
q = expand(k2 * sin2)
qp = [Integer(1)]
ep = [Integer(1)]
for k in range(M):
    qp.append(trunc2(expand(qp[-1] * q)))
    ep.append(trunc2(expand(ep[-1] * ep2)))
H = 0
for m in range(1, M + 2):
    for i in range(m):
        H += tm[m] * trunc2(expand(ep[m - 1 - i] * qp[i]))
H = expand(H)  # cosine series in 2 sigma; times sin(sigma)/2
# H = h0 + sum 2 h_j cos(2 j s); sin(s) cos(2js) = (sin((2j+1)s) - sin((2j-1)s))/2
h = [H.coeff(z, j) for j in range(M + 2)]
for l in range(M + 1):
    # coefficient of sin((2l+1)s) in H*sin(s)/2
    sl = (h[l] - h[l + 1]) / 2 if l > 0 else (h[0] - h[1]) / 2
    c4 = expand(sl / (2 * l + 1))
    for j in range(l, M + 1):
        print("C4", l, j, [c4.coeff(e, j).coeff(n, a) for a in range(M + 1 - j)])

# Rectifying latitude from geographic latitude, by Fourier analysis of the meridian arc:
# dm/dphi = const * (1 + 2 n cos 2phi + n^2)^(-3/2)
def gen(p, order):
    cs = []
    for j in range(order + 1):
        c = 0
        i = 0
        while 2 * i + j <= order:
            c += binomial(p, i) * binomial(p, i + j) * n ** (2 * i + j)
            i += 1
        cs.append(expand(c))
    return cs
r = gen(Rational(-3, 2), 8)
print("rect radius series A", [r[0].coeff(n, k) for k in range(9)])
R = [(l, expand(series(2 * r[l] / (2 * l) / r[0], n, 0, 9).removeO())) for l in range(1, 9)]
for l, cl in R:
    print("mu<-phi", l, [(k, cl.coeff(n, k)) for k in range(9) if cl.coeff(n, k) != 0])
D = rev([(l, trunc(cl, n, N)) for l, cl in R[:N]], N, n)
for l, cl in D:
    cl = expand(cl)
    print("phi<-mu", l, [(k, cl.coeff(n, k)) for k in range(N + 1) if cl.coeff(n, k) != 0])
