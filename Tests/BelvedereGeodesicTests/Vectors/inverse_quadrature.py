"""Makes inverse-quadrature.csv: inverse problems solved with 30 digits.

Needs mpmath, and GeodSolve for the first guesses alone.
"""
from mpmath import *
import random, math
mp.dps=30
random.seed(77)
f=mpf(1/298.257223563); a=mpf(6378137); b=a*(1-f); ep2=f*(2-f)/(1-f)**2
def path(al,b1,b2):
    s0=sin(al)*cos(b1); c0=hypot(cos(al),sin(al)*sin(b1)); k2=ep2*c0**2
    sg1=atan2(sin(b1),cos(al)*cos(b1))
    ca2=sqrt(max(mpf(0),(cos(al)*cos(b1))**2+cos(b2)**2-cos(b1)**2))
    sg2=atan2(sin(b2),ca2)
    om=atan2(s0*sin(sg2),cos(sg2))-atan2(s0*sin(sg1),cos(sg1))
    n=max(1,int(abs(sg2-sg1)/0.8)+1); xs=linspace(sg1,sg2,n+1)
    lm=om-f*s0*quad(lambda x:(2-f)/(1+(1-f)*sqrt(1+k2*sin(x)**2)),xs)
    return lm, xs, k2, atan2(s0,ca2)
def solve(p,g):
    la1,lo1,la2,lo2=p
    d=(mpf(lo2)-mpf(lo1))
    d=d-360*nint(d/360); sg=1 if d>=0 else -1
    d=abs(d); l1,l2=mpf(la1),mpf(la2)
    sw=abs(l1)<abs(l2)
    if sw: l1,l2=l2,l1
    mi=l1>=0
    if mi: l1,l2=-l1,-l2
    beta=lambda x: atan((1-f)*tan(x*pi/180))
    b1,b2=beta(l1),beta(l2); lam=d*pi/180
    # bracket from the double-precision azimuth g
    az=mpf(g)*pi/180
    F=lambda al: path(al,b1,b2)[0]-lam
    al=findroot(F,(az,az+mpf(10)**-12),solver='secant',tol=1e-50,maxsteps=60)
    lm,xs,k2,a2=path(al,b1,b2)
    s=b*quad(lambda x:sqrt(1+k2*sin(x)**2),xs)
    # azimuths back to the original problem
    x1,x2=al,a2
    def fix(x): 
        sn,cs=sin(x),cos(x)
        if sg<0: sn=-sn
        if sw!=mi: cs=-cs
        return (atan2(sn,cs)*180/pi)%360
    r=[fix(x1),fix(x2)]
    if sw: r.reverse()
    return r+[s]
import subprocess
from decimal import Decimal
def geod(p):
    t=" ".join(format(Decimal(repr(float(x))),"f") for x in p)
    la1,lo1,la2,lo2=p
    o=subprocess.run(["GeodSolve","-i","-p","10"],input=t,capture_output=True,text=True).stdout.split()
    # canonical azimuth
    a1,a2=float(o[0]),float(o[1])
    sw=abs(la1)<abs(la2)
    x=a2 if sw else a1
    l1=la2 if sw else la1
    mi=l1>=0
    c=math.cos(math.radians(x)); s_=abs(math.sin(math.radians(x)))
    if sw!=mi: c=-c
    return math.degrees(math.atan2(s_,c))
u=random.uniform
lat=lambda: math.degrees(math.asin(u(-1,1)))
P=[]
for _ in range(50): P.append((lat(),u(-180,180),lat(),u(-180,180)))
for _ in range(35):
    la,lo=lat(),u(-180,180); r=10**u(-3,.3); t=u(0,6.28)
    P.append((la,lo,max(-90,min(90,-la+r*math.sin(t))),lo+180+r*math.cos(t)))
for _ in range(15): la=lat(); lo=u(-180,180); P.append((la,lo,la,lo+u(0,20)))
for _ in range(20):
    la,lo=lat(),u(-180,180); r=10**u(-5,0); t=u(0,6.28)
    P.append((la,lo,la+r*math.sin(t),lo+r*math.cos(t)))
out=["# mpmath 1.3.0, 30 digits: the paper's integrals (7) and (8) by quadrature, the azimuth by the secant method","# latitude1,longitude1,latitude2,longitude2 -> azimuth1,azimuth2,distance"]
bad=0
for p in P:
    try: r=solve(p,geod(p))
    except Exception as e: bad+=1; continue
    out.append(",".join([repr(float(x)) for x in p]+[repr(float(x)) for x in r]))
print("\n".join(out))
